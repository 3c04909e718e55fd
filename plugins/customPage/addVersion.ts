/** Keeps what a page holds now as a version of its own. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'

/** A page as it was written just now: its text is clean already. */
export interface SavedPage {
  id: string
  latest: number
  title: LocalText
  body: LocalText | null
}

/** @returns the page's id and the number of its latest version */
export async function addVersion(
  { id, latest, title, body }: SavedPage,
  { rows, session }: HandlerContext,
): Promise<{ id: string; latest: number }> {
  await rows.create('customPage.version', { pageId: id, number: latest, title, body, authorId: session.userId })
  return { id, latest }
}
