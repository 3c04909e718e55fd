/** Saves what an organiser wrote: a new draft, or a change of one that is neither under review nor public. Rights, files and clean text are the care of
 *  the calls behind it. */
import { defineHandler, type HandlerContext, type StoredFile } from '../../runtime/core/contracts.ts'
import { newsStatus } from '../generated/enums.ts'

interface SaveInput {
  id?: string
  /** Null: news of the platform. */
  competitionId?: string | null
  answers: Record<string, unknown>
}

export default defineHandler<SaveInput>('news.save', async ({ id, competitionId = null, answers: sent }, context) => {
  const { competitionId: _, ...words } = await checked(id, { ...sent, ...(competitionId === null ? {} : { competitionId }) }, context)
  return id === undefined ? context.call('news.add', { competitionId, ...words }) : context.call('news.change', { id, ...words })
})

async function checked(id: string | undefined, sent: Record<string, unknown>, context: HandlerContext): Promise<Record<string, unknown>> {
  const isNew = id === undefined
  const previous = isNew ? undefined : await filesOf(id, context)
  const { answers } = await context.forms.submit({ id: 'news.edit' }, sent, { isNew }, previous)
  return answers
}

/** Files that the row has already may stay in the answers. @throws NOT_FOUND, NEWS_LOCKED */
async function filesOf(id: string, { call, fail }: HandlerContext): Promise<Record<string, StoredFile[]>> {
  const row = await call<{ status: number; cover: StoredFile | null; attachments: StoredFile[] | null }>('news.managed', { id })
  if (row.status !== newsStatus.draft && row.status !== newsStatus.withdrawn) fail('NEWS_LOCKED', { id })
  return { cover: row.cover ? [row.cover] : [], attachments: row.attachments ?? [] }
}
