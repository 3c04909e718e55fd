/** The first screen as it stands in the HTML of a public page (`runtime/server/screens/firstScreenHtml.ts` writes it). */
import { isPreviewFrame } from '../runtime/client/previewFrame.ts'
import type { FirstScreen } from '../runtime/core/wire.ts'

/** Null when the page came without one, or shows something else than the published platform. */
export function readFirstScreen(): FirstScreen | null {
  const text = document.getElementById('agon-first')?.textContent
  if (!text || isPreviewFrame()) return null
  return JSON.parse(text) as FirstScreen
}

/** The policy refuses styles written in HTML: they stand in an attribute, and in a style element until now. Set by script they are allowed. */
export function freeStyles(root: HTMLElement): void {
  for (const element of root.querySelectorAll<HTMLElement>('[data-style]')) {
    element.style.cssText = element.dataset.style!
    delete element.dataset.style
  }
  document.getElementById('agon-first-styles')?.remove()
}
