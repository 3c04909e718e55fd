/** Keeps what a page holds now as a version of its own. */
import type { EntityTypes, HandlerContext } from '../../runtime/core/contracts.ts'

/** What a version keeps. */
export type PageWords = Pick<EntityTypes['customPage.page']['add'], 'title' | 'body'>

/** @returns the page's id and the number of its latest version */
export async function addVersion(
  { id, latest, title, body }: PageWords & { id: string; latest: number },
  { rows, session }: HandlerContext,
): Promise<{ id: string; latest: number }> {
  await rows.create('customPage.version', { pageId: id, number: latest, title, body, authorId: session.userId })
  return { id, latest }
}

/** Makes these words the latest version of a page. */
export async function nextVersion(
  page: { id: string; latest: number },
  { shown, ...words }: PageWords & { shown: boolean },
  context: HandlerContext,
): Promise<{ id: string; latest: number }> {
  const latest = page.latest + 1
  await context.rows.save('customPage.page', page, { ...words, shown, latest, editorId: context.session.userId })
  return addVersion({ id: page.id, latest, ...words }, context)
}
