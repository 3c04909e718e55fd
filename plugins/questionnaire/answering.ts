/** What answering calls share: who may answer now, and under which names begun answers are kept. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { dayAt } from '../../runtime/core/momentText.ts'
import { hashOf, type Link, openLink } from './links.ts'
import { phaseOf, type Questionnaire } from './questionnaire.ts'

const REFUSALS = {
  draft: 'QUESTIONNAIRE_LINK',
  notYet: 'QUESTIONNAIRE_NOT_OPEN',
  closed: 'QUESTIONNAIRE_CLOSED',
  full: 'QUESTIONNAIRE_FULL',
} as const

/** @throws QUESTIONNAIRE_LINK, QUESTIONNAIRE_OTHER_PERSON */
export async function assertLink({ id, token }: { id: string; token: string }, context: HandlerContext): Promise<Link> {
  const link = (await openLink(id, token, context)) ?? context.fail('QUESTIONNAIRE_LINK')
  if (link.isForeign) context.fail('QUESTIONNAIRE_OTHER_PERSON')
  return link
}

/** @throws QUESTIONNAIRE_NOT_OPEN, QUESTIONNAIRE_CLOSED, QUESTIONNAIRE_FULL */
export function assertOpen(questionnaire: Questionnaire, { now, fail }: HandlerContext): void {
  const phase = phaseOf(questionnaire, now)
  if (phase !== 'open') fail(REFUSALS[phase])
}

/** What still keeps the holder of a link from answering. */
export function needOf({ questionnaire: { mode, onePerPerson }, kind, userId }: Link): 'signIn' | 'key' | null {
  if (mode === 'named') return userId === null ? 'signIn' : null
  return onePerPerson && kind !== 'key' ? 'key' : null
}

/** @throws QUESTIONNAIRE_SIGN_IN */
export function assertKnown(link: Link, { fail }: HandlerContext): void {
  if (needOf(link) !== null) fail('QUESTIONNAIRE_SIGN_IN')
}

/** Under which name an answer that is begun is kept: the account, or the hash of a random key that only the browser holds. */
export function holderOf({ questionnaire: { id }, userId }: Link, key: string): string {
  return userId === null ? `draft:${hashOf(`${id}:${key}`)}` : `user:${userId}`
}

/** The submitted answer of a named person, the latest; null when there is none. */
export async function ownAnswer({ questionnaire: { id }, userId }: Link, { db }: HandlerContext) {
  if (userId === null) return null
  const row = await db
    .selectFrom('questionnaire_answer')
    .select(['id', 'formVersion', 'values', 'submittedAt', 'score', 'maximum', 'passed'])
    .where('questionnaireId', '=', id)
    .where('userId', '=', userId)
    .where('state', '=', 'submitted')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row ? { ...row, id: row.id, values: row.values as Record<string, unknown> } : null
}

/** Whether the one-time key was used. */
export async function isSpent({ questionnaire: { id }, keyHash }: Link, { db }: HandlerContext): Promise<boolean> {
  if (keyHash === null) return false
  const query = db.selectFrom('questionnaire_key').select('id').where('questionnaireId', '=', id).where('hash', '=', keyHash)
  return (await query.executeTakeFirst()) === undefined
}

/** The day of a moment, as a moment: anonymous answers know no finer time. Noon UTC is on the same day nearly everywhere. */
export function dayOf({ now, platform }: Pick<HandlerContext, 'now' | 'platform'>): string {
  return `${dayAt(now, platform.app.timeZone)}T12:00:00.000Z`
}
