/** Puts a text onto the clipboard without its interface: as a selected text is copied. @returns whether the browser did it */
export function copySelection(text: string): boolean {
  const focused = document.activeElement
  const area = document.createElement('textarea')
  area.value = text
  area.readOnly = true
  area.style.cssText = 'position:fixed;opacity:0'
  // an open dialog lets nothing outside of it have the focus
  const place = focused?.closest('[role="dialog"]') ?? document.body
  place.append(area)
  area.select()
  const copied = document.execCommand('copy')
  area.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return copied
}
