/** Whether this page is shown in a frame of another site. No one is signed in there: stored data of this site are not read, so that a page around it can
 *  lead no one into acting under their name. */
const foreign = inFrameOfOthers()

export function isForeignFrame(): boolean {
  return foreign
}

function inFrameOfOthers(): boolean {
  if (typeof window === 'undefined' || window.parent === window) return false
  try {
    return window.parent.location.origin !== location.origin
  } catch {
    return true
  }
}
