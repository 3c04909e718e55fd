/** A person signs up. The call holds the lock of this person and competition; the flow's `submit` takes the place in one guarded statement, so the
 *  last place cannot go to two; a full house is seen before anything else is done. Windows are read from the server's clock. Nothing is stored unless everything holds. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { draftKey, eventDraftKeys } from '../competition/competitionFacts.ts'
import { signupStatus } from '../generated/enums.ts'
import { approveByRule } from './approveByRule.ts'
import { assertAdmitted } from './assertAdmitted.ts'
import { assertSignsUpSo } from './assertSignsUpSo.ts'
import { chosenEvent } from './chosenEvent.ts'
import { continueWithdrawn } from './continueWithdrawn.ts'
import { registrationNames } from './registrationNames.ts'
import { type PlaceCompetition, signupPlace } from './signupPlace.ts'
import { acceptPlace, assertTurn } from './waiting/turn.ts'

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

export default defineHandler('signup.submit', async (input, context) => {
  const [place, isFull] = await Promise.all([
    signupPlace(input.competitionId, input.eventId, context),
    context.rows.limitReached('signup.review', 'submit', input),
  ])
  const { competition, formHash: hash } = place
  if (!input.agreement) context.fail('AGREEMENT_NEEDED')
  if (place.registrationId !== null) context.fail('ALREADY_SIGNED_UP', { registrationId: place.registrationId })
  const { event, offer } = await assertTurn(place, context)
  if (isFull && offer === null) context.fail(isFull.code, isFull.details)
  const invitationId = await assertAdmitted(place, input.inviteCode, context)
  if (hash !== input.formHash) context.fail('FORM_CHANGED', { hash })
  const { answers } = await context.documents.forms.submit({ hash: input.formHash }, input.answers, chosenEvent(competition.id, event))
  await assertSignsUpSo({ ...place, event }, answers, context)
  const id = await keep(competition, { ...input, invitationId, withdrawnId: place.withdrawnId }, answers, context)
  await acceptPlace(place, offer, context)
  const [row] = await Promise.all([context.rows.transition('signup.review', 'submit', id), removeDrafts(competition.id, context)])
  return { id, status: await approveByRule({ id, status: row.status }, competition, context) }
})

async function removeDrafts(competitionId: string, { rows, session }: HandlerContext): Promise<void> {
  await rows.bulk('platform.draft', 'those of all events, by the beginning of their keys', (db) =>
    db
      .deleteFrom('platform_draft')
      .where('ownerId', '=', session.userId)
      .where((where) => where.or([where('key', '=', draftKey(competitionId)), where('key', 'like', eventDraftKeys(competitionId))]))
      .execute(),
  )
}

/** A row of their own; who withdrew continues the one they had. */
async function keep(
  competition: PlaceCompetition,
  input: SubmitInput & { invitationId: string | null; withdrawnId: string | null },
  answers: Record<string, unknown>,
  context: HandlerContext,
): Promise<string> {
  const asked = {
    eventId: input.eventId,
    invitationId: input.invitationId,
    formHash: input.formHash,
    answers,
    agreedAt: context.now.toISOString(),
    ...(await registrationNames(competition, answers, context)),
  }
  if (input.withdrawnId !== null) return continueWithdrawn(input.withdrawnId, asked, context)
  const { id: competitionId, organisationId } = competition
  const values = { competitionId, organisationId, userId: context.session.userId!, status: signupStatus.formNotSubmitted, ...asked }
  return context.rows.create('signup.registration', values)
}
