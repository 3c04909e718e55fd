/** A person signs up. The call holds the lock of this person and competition; the flow's `submit` takes the place in one guarded statement, so the
 *  last place cannot go to two. Windows are read from the server's clock. Nothing is stored unless everything holds. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { signupStatus } from '../generated/enums.ts'
import { assertAdmitted } from './assertAdmitted.ts'
import { assertSignsUpSo } from './assertSignsUpSo.ts'
import { type CompetitionFacts, competitionFacts, draftKey, eventDraftKeys, publishedFormHash } from './competitionFacts.ts'
import { assertOpenForSignup } from './openEvent.ts'
import { registrationNames } from './registrationNames.ts'

interface SubmitInput {
  competitionId: string
  eventId: string
  agreement: boolean
  /** The form version that was filled. */
  formHash: string
  /** Of a competition by invitation. */
  inviteCode?: string
  answers: Record<string, unknown>
}

export default defineHandler<SubmitInput>('signup.submit', async (input, context) => {
  const competition = await competitionFacts(input.competitionId, context)
  if (!input.agreement) context.fail('AGREEMENT_NEEDED')
  await assertFirst(competition.id, context)
  const event = await assertOpenForSignup(competition, input.eventId, context)
  await assertAdmitted(competition.id, input.inviteCode, context)
  const hash = await publishedFormHash(competition, context, event)
  if (hash !== input.formHash) context.fail('FORM_CHANGED', { hash })
  const { answers } = await context.forms.submit({ hash: input.formHash }, input.answers)
  await assertSignsUpSo({ competitionId: competition.id, eventId: event.id }, answers, context)
  const id = await insert(competition, input, answers, context)
  const row = await context.transition('signup.review', 'submit', id)
  await context.db
    .deleteFrom('platform_draft')
    .where('ownerId', '=', context.session.userId)
    .where((where) => where.or([where('key', '=', draftKey(competition.id)), where('key', 'like', eventDraftKeys(competition.id))]))
    .execute()
  return { id, status: row.status }
})

async function assertFirst(competitionId: string, { db, session, fail }: HandlerContext): Promise<void> {
  const query = db.selectFrom('signup_registration').select('id').where('competitionId', '=', competitionId)
  const row = await query.where('userId', '=', session.userId).executeTakeFirst()
  if (row) fail('ALREADY_SIGNED_UP', { registrationId: row.id })
}

async function insert(
  competition: CompetitionFacts,
  input: SubmitInput,
  answers: Record<string, unknown>,
  context: HandlerContext,
): Promise<string> {
  const values = {
    competitionId: competition.id,
    eventId: input.eventId,
    organisationId: competition.organisationId,
    userId: context.session.userId,
    status: signupStatus.formNotSubmitted,
    formHash: input.formHash,
    answers: JSON.stringify(answers),
    agreedAt: context.now.toISOString(),
    ...(await registrationNames(competition, answers, context)),
  }
  const { id } = await context.db.insertInto('signup_registration').values(values).returning('id').executeTakeFirstOrThrow()
  await context.record({ entity: 'signup.registration', rowId: id, before: null, after: { ...values, answers } })
  return id
}
