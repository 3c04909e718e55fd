/** One review: the work as the round lets it be seen, the sheet, what the expert has given, and what others have, where the rule shows it. */
import { defineHandler, type HandlerContext } from '../../../runtime/core/contracts.ts'
import type { FormDocument } from '../../../runtime/core/documents.ts'
import { publishedHash } from '../../studio/publishedHash.ts'
import { reviewedWork } from '../blind/reviewedWork.ts'
import { criteriaOf } from '../scores/sheetTotal.ts'
import { mayDiscuss, maySeeOthers } from './discussion.ts'
import { graceUntil } from './graceUntil.ts'
import { neighbours } from './neighbours.ts'
import { othersOf } from './others.ts'
import { isBlind, type OwnAssignment, ownAssignment } from './ownAssignment.ts'

const RECUSED = { title: '', author: null, school: null, link: null, linkWithheld: false, formHash: '', answers: {} }

export default defineHandler('review.open', async ({ id }, context) => {
  const own = await ownAssignment(id, context)
  const isRecused = own.state === 'recused'
  // an expert who declared a conflict no longer sees the work
  const work = isRecused ? RECUSED : await reviewedWork(own, context)
  const mark = isRecused ? null : await ownMark(own, context)
  const { previous, next, nextOpen, position, count } = await neighbours(own, context)
  const { number, state, phase, roundId, round, competition, note, eventId, event, changeable } = own
  const sheetHash = mark?.state === 'submitted' ? mark.formHash : await publishedHash(own.sheetId, context)
  const isOpen = phase === 'open' || phase === 'grace'
  return {
    ...{ id, number, state, phase, roundId, round, competition, note, eventId, event, changeable },
    now: context.now.toISOString(),
    opensAt: new Date(own.opensAt).toISOString(),
    closesAt: new Date(own.closesAt).toISOString(),
    graceUntil: graceUntil(own),
    blind: isBlind(own),
    mayMark: isOpen && !isRecused && (mark === null || (changeable && own.lookedAt === null)),
    mayLook: !isRecused && own.lookedAt === null && maySeeOthers(own),
    ...work,
    sheetHash,
    criteria: sheetHash === null ? [] : await readCriteria(sheetHash, context),
    draftKey: `review:${id}`,
    mark,
    ...{ previous, next, nextOpen, position, count },
    discussion: !isRecused && mayDiscuss(own),
    others: isRecused ? null : await othersOf(own, context),
  }
})

/** Scale of each criterion, and its part of the total where all are answered. */
async function readCriteria(hash: string, { documents }: HandlerContext) {
  const sheet = (await documents.store.byHash(hash))?.content as FormDocument | undefined
  const criteria = sheet ? criteriaOf(sheet) : []
  const sum = criteria.reduce((total, { outside, weight }) => total + (outside ? 0 : weight), 0)
  return criteria.map(({ name, title, min, max, outside, weight }) => {
    const words = typeof title === 'string' ? { zh: title, en: title } : (title ?? { zh: name, en: name })
    return { name, title: words, min, max, share: outside || sum === 0 ? null : weight / sum }
  })
}

async function ownMark({ id, userId }: OwnAssignment, { db }: HandlerContext) {
  const row = await db
    .selectFrom('review_mark')
    .select(['state', 'formHash', 'answers', 'total', 'note', 'submittedAt', 'revision'])
    .where('assignmentId', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()
  if (!row) return null
  const { answers, total, submittedAt, ...facts } = row
  const given = (answers ?? {}) as Record<string, unknown>
  return { ...facts, answers: given, total: total === null ? null : Number(total), submittedAt: new Date(submittedAt).toISOString() }
}
