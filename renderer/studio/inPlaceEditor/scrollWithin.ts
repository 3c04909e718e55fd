/** Scrolls a box until the element in it is in view. `scrollIntoView` would move everything around the box too, the page of the studio with it. */
export function scrollWithin(box: HTMLElement, element: HTMLElement): void {
  const [outer, inner] = [box.getBoundingClientRect(), element.getBoundingClientRect()]
  if (inner.top < outer.top) box.scrollTop -= outer.top - inner.top
  else if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom
}
