/** The bytes behind a signed address, as long as its holder may still see the work. Pictures, videos and PDF are shown where they are asked for; everything
 *  else, and what is to be saved, leaves as an attachment. Never a script's place: the reply has a policy of its own. */
import { attachmentHeader } from '../../../runtime/core/attachmentHeader.ts'
import { defineHandler, type HandlerContext, type StoredFile } from '../../../runtime/core/contracts.ts'
import { filesIn } from '../../work/workParts.ts'
import { assignmentOf, isBlind } from '../desk/ownAssignment.ts'
import { judgedText } from '../judged/judgedText.ts'
import { sharedPool } from '../share/shareLink.ts'
import { type FileGrant, fileMark, neutralName, readAddress } from './fileAddress.ts'

const SHOWN = /^(image\/(png|jpeg|webp|gif)|video\/mp4|application\/pdf)$/
const ABSENT = { entity: 'platform.file', id: '' }

export default defineHandler('review.file', async ({ token, save = false }, context) => {
  const grant = await readAddress(token, context)
  const seen = grant && (await seenWork(grant, context))
  const original = seen && (await fileOfWork(seen, grant, context))
  const file = original && (seen.isBlind ? await copyOf(seen.workId, original, context) : original)
  if (!file) return context.fail('NOT_FOUND', ABSENT)
  const name = neutralName(grant.number, grant.place, original.name)
  const facts = { entity: seen.entity, rowId: grant.id, before: null, after: { file: name, saved: save } }
  await context.rows.record(grant.userId === '' ? facts : { ...facts, actorId: grant.userId })
  const { reply } = context
  const isShown = !save && SHOWN.test(file.type)
  reply.header('content-type', file.type)
  reply.header('content-length', String(file.size))
  reply.header('content-disposition', isShown ? `inline; filename="${name}"` : attachmentHeader(name))
  reply.header('content-security-policy', "default-src 'none'; sandbox")
  reply.header('x-content-type-options', 'nosniff')
  reply.header('cross-origin-resource-policy', 'same-origin')
  reply.header('x-robots-tag', 'noindex')
  reply.header('cache-control', 'private, max-age=3600')
  reply.stream(await context.files.open(file.id))
})

interface SeenWork {
  roundId: string
  workId: string
  isBlind: boolean
  entity: string
}

async function seenWork({ kind, id, userId, number }: FileGrant, context: HandlerContext): Promise<SeenWork | null> {
  if (kind === 'share') {
    const { round, workIds } = await sharedPool(id, context)
    const workId = workIds[number - 1]
    return workId === undefined ? null : { roundId: round.id, workId, isBlind: isBlind(round), entity: 'review.share' }
  }
  const own = await assignmentOf(id, userId, context)
  return own.state === 'recused' ? null : { roundId: own.roundId, workId: own.workId, isBlind: isBlind(own), entity: 'review.assignment' }
}

async function fileOfWork(seen: SeenWork, grant: FileGrant, context: HandlerContext): Promise<StoredFile | null> {
  const { answers } = await judgedText(seen, context)
  for (const file of filesIn(answers)) if ((await fileMark(grant, file.id, context)) === grant.mark) return file
  return null
}

async function copyOf(workId: string, original: StoredFile, { db }: HandlerContext): Promise<StoredFile | null> {
  const row = await db
    .selectFrom('review_copy')
    .select(['state', 'copy'])
    .where('workId', '=', workId)
    .where('source', '=', original.id)
    .executeTakeFirst()
  if (row?.state === 'allowed') return original
  return row?.state === 'cleaned' ? (row.copy as StoredFile) : null
}
