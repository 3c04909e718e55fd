/** Answers a link to a questionnaire: its status for the person, the form, and their response or draft. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { holderOf, isSpent, needOf, ownAnswer } from './answering.ts'
import { type Link, openLink } from './links.ts'
import { phaseOf } from './questionnaire.ts'

export default defineHandler('questionnaire.sheet', async ({ id, token }, context) => {
  const link = await openLink(id, token, context)
  if (!link) return { state: 'wrong' }
  const { questionnaire } = link
  const { title, description, thanks, mode, onePerPerson, opensAt, closesAt, afterwards, formId } = questionnaire
  // another person who opens the link must not see whose it is, or what they answered
  const answer = link.isForeign ? null : await ownAnswer(link, context)
  const state = await stateOf(link, answer !== null, context)
  const form = await context.documentStore.published('form', formId ?? '')
  const mayLook = answer !== null && afterwards !== 'nothing'
  return {
    state,
    ...{ title, description, thanks, mode, onePerPerson, opensAt, closesAt },
    kind: link.kind,
    formHash: form?.hash ?? null,
    answer: mayLook ? await readable(answer, context) : null,
    mayChange: mayLook && onePerPerson && afterwards === 'change' && ['open', 'full'].includes(phaseOf(questionnaire, context.now)),
    draft: state === 'open' ? await draftOf(link, context) : null,
    draftKey: ['questionnaire', id, link.userId ?? link.keyHash?.slice(0, DRAFT_KEY_LENGTH) ?? 'all'].join('.'),
  }
})

/** Enough to tell the links of one browser apart. */
const DRAFT_KEY_LENGTH = 12

async function stateOf(link: Link, hasAnswered: boolean, context: HandlerContext): Promise<string> {
  const { questionnaire } = link
  if (link.isForeign) return 'otherPerson'
  if ((questionnaire.onePerPerson && hasAnswered) || (await isSpent(link, context))) return 'answered'
  const phase = phaseOf(questionnaire, context.now)
  return phase === 'open' ? (needOf(link) ?? 'open') : phase
}

async function readable(answer: NonNullable<Awaited<ReturnType<typeof ownAnswer>>>, { forms }: HandlerContext) {
  const { formVersion, values, submittedAt } = answer
  return { formVersion, values: await forms.read(formVersion, values, { whole: true }), submittedAt }
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
