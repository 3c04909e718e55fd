/** How long the person has been on the page that is open, or on its present subject. */
let openedAt = Date.now()

/** A page, or the next subject of one, has come. */
export function startPageClock(): void {
  openedAt = Date.now()
}

/** @returns seconds since then */
export function secondsOnPage(): number {
  return (Date.now() - openedAt) / 1000
}
