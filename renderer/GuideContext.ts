/** Ids of the nodes that the page's tour points at: only these mark their place on the screen. */
import { createContext } from 'react'

export const GuideContext = createContext<ReadonlySet<string>>(new Set())

/** The place of a node on the screen, when it is drawn and has a size. */
export function placeOf(node: string): HTMLElement | null {
  const element = document.querySelector<HTMLElement>(`[data-guide-node="${CSS.escape(node)}"]`)?.nextElementSibling
  return element instanceof HTMLElement && element.getClientRects().length > 0 ? element : null
}
