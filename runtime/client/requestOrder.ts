/** The order of what happens on this page, so that an answer of the server can tell whether an action has spoken to the server since it was asked for. */
let latest = 0
let reached = 0

/** A moment after all earlier ones. */
export function markOrder(): number {
  latest += 1
  return latest
}

/** An action has reached out to the server: answers of before may be out of date. @returns the moment */
export function noteServerContact(): number {
  reached = markOrder()
  return reached
}

/** Whether an answer that was requested at a moment includes the effects of all actions. */
export function isFresh(moment: number): boolean {
  return moment > reached
}
