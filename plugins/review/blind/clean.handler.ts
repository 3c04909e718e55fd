/** The job that makes copies of files for blind rounds, and notes what cannot be copied. What is there already stays. */
import { type Decoded, defineHandler, type HandlerContext, type StoredFile } from '../../../runtime/core/contracts.ts'
import { AgonError } from '../../../runtime/core/errors.ts'
import type { ReviewCopyReason } from '../../generated/enums.ts'
import { filesIn } from '../../work/workParts.ts'
import { reviewableTexts } from '../judged/judgedText.ts'
import type copyDecoder from './decoders/copy.decoder.ts'
import { linkSource } from './sources.ts'

declare module '../../../runtime/core/contracts.ts' {
  interface JobTypes {
    'review.clean': { workIds: string[] }
  }
}

interface Work {
  id: string
  competitionId: string
  organisationId: string
}

const NO_COPY: Readonly<Record<string, ReviewCopyReason>> = {
  FILE_EXCESSIVE: 'excessive',
  FILE_UNREADABLE: 'unreadable',
  FILE_IMAGE: 'unreadable',
  FILE_ACTIVE: 'embedded',
}

export default defineHandler(
  'review.clean',
  async ({ workIds }, context) => {
    const works = await context.db
      .selectFrom('work_work')
      .select(['id', 'competitionId', 'organisationId'])
      .where('id', 'in', workIds)
      .execute()
    for (const [at, work] of works.entries()) {
      await cleanWork(work, context)
      await context.jobs.progress({ done: (at + 1) / works.length, note: `${at + 1}/${works.length}` })
    }
    return { works: works.length }
  },
  { waits: 'worker' },
)

async function cleanWork(work: Work, context: HandlerContext): Promise<void> {
  const known = await context.db.selectFrom('review_copy').select('source').where('workId', '=', work.id).execute()
  const sources = new Set(known.map(({ source }) => source))
  const texts = await reviewableTexts([work.id], context)
  for (const file of texts.flatMap(({ answers }) => filesIn(answers))) if (!sources.has(file.id)) await copyFile(work, file, context)
  for (const { link } of texts)
    if (link !== null && !sources.has(linkSource(link))) await note(work, { source: linkSource(link), name: link, reason: 'link' }, context)
}

async function copyFile(work: Work, file: StoredFile, context: HandlerContext): Promise<void> {
  const { value: reason, bytes } = await context.files.decode<typeof copyDecoder>('review.copy', file, { type: file.type }).catch(withheld)
  if (!bytes) return note(work, { source: file.id, name: file.name, reason: reason ?? 'unreadable' }, context)
  await context.jobs.write((inner) => keepCopy(work, file, bytes, inner))
}

/** What cannot be read within the bounds is withheld, and not tried again. */
function withheld(error: unknown): Decoded<ReviewCopyReason> {
  const reason = error instanceof AgonError ? NO_COPY[error.code] : undefined
  if (reason === undefined) throw error
  return { value: reason }
}

async function keepCopy(work: Work, file: StoredFile, bytes: Uint8Array, context: HandlerContext): Promise<void> {
  const { files, rows } = context
  const extension = file.name.slice(file.name.lastIndexOf('.')).toLowerCase()
  const copy = await files.keep(bytes, { name: `work${extension}`, type: file.type, purpose: 'review' })
  const id = await insert(work, { source: file.id, name: file.name, state: 'cleaned', copy: { ...copy, ownerId: null } }, context)
  if (id === null) return
  // bound to the copy's row and no one's: the one who caused the job owns nothing of it
  const bound = { entity: 'review.copy', rowId: id, boundAt: context.now.toISOString(), ownerId: null }
  await rows.saveWhere('platform.file', { key: copy.id }, bound)
}

async function note(
  work: Work,
  { source, name, reason }: { source: string; name: string; reason: ReviewCopyReason },
  context: HandlerContext,
): Promise<void> {
  await insert(work, { source, name, state: 'withheld', reason }, context)
}

interface Copy {
  source: string
  name: string
  state: 'cleaned' | 'withheld'
  reason?: ReviewCopyReason
  copy?: StoredFile
}
/** Null when another job was first. */
async function insert({ id: workId, competitionId, organisationId }: Work, copy: Copy, { rows }: HandlerContext): Promise<string | null> {
  const [id = null] = await rows.createMissing('review.copy', ['workId', 'source'], [{ workId, competitionId, organisationId, ...copy }])
  return id
}
