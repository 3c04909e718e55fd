/** Puts a text onto the clipboard. Browsers offer the clipboard on HTTPS and on the own machine alone, and may refuse it: then as a selection is copied. */
import { loadChunk } from './loadChunk.ts'

/** @returns whether it was copied */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const { copySelection } = await loadChunk(() => import('./copySelection.ts'))
    return copySelection(text)
  }
}
