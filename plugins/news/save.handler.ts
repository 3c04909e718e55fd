/** Saves what an organiser wrote: a new draft, or a change of one that is neither under review nor public. The calls behind it check rights and files and
 *  clean the text. */
import type { HandlerOutput } from '../../runtime/core/contracts.ts'
import { defineHandler, type HandlerContext, type StoredFile } from '../../runtime/core/contracts.ts'
import { newsStatus } from '../generated/enums.ts'

export default defineHandler('news.save', async ({ id, competitionId = null, answers: sent }, context) => {
  const isNew = id === undefined
  // the competition is asked for unless the page is about one
  const facts = { isNew, fixed: competitionId !== null && !('competitionId' in sent) }
  const { answers } = await context.documents.forms.submit({ id: 'news.edit' }, sent, facts, isNew ? undefined : await filesOf(id, context))
  const { competitionId: chosen = null, ...words } = answers
  return isNew
    ? context.call<HandlerOutput<'news.save'>>('news.add', { competitionId: chosen ?? competitionId, ...words })
    : context.call<HandlerOutput<'news.save'>>('news.change', { id, ...words })
})

/** Files that the row has already may stay in the answers. @throws NOT_FOUND, NEWS_LOCKED */
async function filesOf(id: string, { call, fail }: HandlerContext): Promise<Record<string, StoredFile[]>> {
  const row = await call<{ status: number; cover: StoredFile | null; attachments: StoredFile[] | null }>('news.managed', { id })
  if (row.status !== newsStatus.draft && row.status !== newsStatus.withdrawn) fail('NEWS_LOCKED', { id })
  return { cover: row.cover ? [row.cover] : [], attachments: row.attachments ?? [] }
}
