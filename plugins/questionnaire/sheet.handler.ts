/** Answers a link to a questionnaire: its status for the person, the form, and their response or draft. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import type { FormDocument, LocalText } from '../../runtime/core/documents.ts'
import { holderOf, isSpent, needOf, ownAnswer } from './answering.ts'
import { findByCode, generalToken, type Link, openLink } from './links.ts'
import { phaseOf } from './questionnaire.ts'
import { shownScore } from './shownScore.ts'

export default defineHandler('questionnaire.sheet', async ({ given = {}, ...input }, context) => {
  const address = await addressOf(input, context)
  const link = address && (await openLink(address.id, address.token, context))
  if (!link) return { state: 'wrong' }
  const { questionnaire } = link
  const { id } = questionnaire
  const { title, description, thanks, closedText, mode, onePerPerson, opensAt, closesAt, afterwards, formId } = questionnaire
  // another person who opens the link must not see whose it is, or what they answered
  const answer = link.isForeign ? null : await ownAnswer(link, context)
  const state = await stateOf(link, answer !== null, context)
  const form = await context.documents.store.published('form', formId ?? '')
  const mayLook = answer !== null && afterwards !== 'nothing'
  return {
    state,
    ...address,
    ...(state === 'open' && form ? await broughtAlong(form.content as FormDocument, given, context) : {}),
    closedText: state === 'closed' || state === 'full' ? closedText : null,
    ...{ title, description, thanks, mode, onePerPerson, opensAt, closesAt },
    kind: link.kind,
    formHash: form?.hash ?? null,
    answer: mayLook ? await readable(answer, context) : null,
    score: answer && (await shownScore(questionnaire, answer, context)),
    mayChange: mayLook && onePerPerson && afterwards === 'change' && ['open', 'full'].includes(phaseOf(questionnaire, context.now)),
    draft: state === 'open' ? await draftOf(link, context) : null,
    draftKey: ['questionnaire', id, link.userId ?? link.keyHash?.slice(0, DRAFT_KEY_LENGTH) ?? 'all'].join('.'),
  }
})

/** A short link is the general link under another name. */
async function addressOf(
  { id, token }: { id: string; token?: string },
  context: HandlerContext,
): Promise<{ id: string; token: string } | null> {
  if (token !== undefined) return { id, token }
  const questionnaire = await findByCode(id, context)
  return questionnaire && { id: questionnaire.id, token: await generalToken(questionnaire, context) }
}

/** Answers that the link brings along, and what it says beside: people see what is sent in their name. */
async function broughtAlong(form: FormDocument, given: Record<string, unknown>, { documents }: HandlerContext) {
  const { answers } = await documents.forms.prefill({ id: form.id }, given)
  const hidden = Object.entries(answers).filter(([name]) => form.schema.properties[name]?.['x-widget'] === 'hidden')
  const words = hidden.map(([name, value]) => [form.schema.properties[name]!.title as LocalText | undefined, value] as const)
  const zh = words.map(([title, value]) => `${title?.zh ?? ''}（${value}）`).join('、')
  const en = words.map(([title, value]) => `${title?.en ?? ''} (${value})`).join(', ')
  return { prefill: answers, carried: hidden.length > 0 ? { zh, en } : null }
}

/** Enough to distinguish the links of one browser. */
const DRAFT_KEY_LENGTH = 12

async function stateOf(link: Link, hasAnswered: boolean, context: HandlerContext): Promise<string> {
  const { questionnaire } = link
  if (link.isForeign) return 'otherPerson'
  if ((questionnaire.onePerPerson && hasAnswered) || (await isSpent(link, context))) return 'answered'
  const phase = phaseOf(questionnaire, context.now)
  return phase === 'open' ? (needOf(link) ?? 'open') : phase
}

async function readable(answer: NonNullable<Awaited<ReturnType<typeof ownAnswer>>>, { documents }: HandlerContext) {
  const { formVersion, values, submittedAt } = answer
  return { formVersion, values: await documents.forms.read(formVersion, values, { whole: true }), submittedAt }
}

/** What a named person has begun; an anonymous one's lies in the browser only. */
async function draftOf(link: Link, { db }: HandlerContext) {
  if (link.userId === null) return null
  const row = await db
    .selectFrom('questionnaire_answer')
    .select(['formVersion', 'values', 'updatedAt'])
    .where('questionnaireId', '=', link.questionnaire.id)
    .where('holder', '=', holderOf(link, ''))
    .where('state', '=', 'draft')
    .executeTakeFirst()
  return row ? { hash: row.formVersion, answers: row.values, savedAt: row.updatedAt } : null
}
