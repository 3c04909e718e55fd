/** A registration submits a work. The call holds the lock of the registration, so that the limit cannot be passed by two at the same time; the window is read
 *  from the server's clock. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { assertRegistered, assertRoom, ownEntrant, workDraftKey } from './registration.ts'
import { workParts } from './workParts.ts'
import { assertWorksOpen, workRules } from './workRules.ts'

export default defineHandler('work.submit', async ({ registrationId, formHash, answers: given }, context) => {
  const entrant = await ownEntrant(registrationId, context)
  const rules = await workRules(entrant.competitionId, context)
  await assertRegistered(entrant.id, context)
  assertWorksOpen(rules, context)
  if (rules.formHash !== formHash) return context.fail('FORM_CHANGED', { hash: rules.formHash })
  const { answers } = await context.documents.forms.submit({ hash: formHash }, given)
  await assertRoom(entrant.id, rules.limit, context)
  const { competitionId, eventId, organisationId, displayName, school } = entrant
  const values = {
    ...{ competitionId, eventId, organisationId, displayName, school, registrationId: entrant.id },
    userId: context.session.userId!,
    state: 'submitted' as const,
    formHash,
    answers,
    ...workParts(answers),
    submittedAt: context.now.toISOString(),
  }
  const id = await context.rows.create('work.work', values)
  await context.rows.removeWhere('platform.draft', { ownerId: context.session.userId!, key: workDraftKey(entrant.id) })
  const page = `/personalCenter/works/${id}`
  await context.messages.send('work.received', { userId: context.session.userId! }, { title: workParts(answers).title, page })
  return { id, state: 'submitted' as const, revision: 1 }
})
