/** Delegates the approvals of an organisation to a person or a subordinate organisation for a time. Delegates cannot delegate further. */
import type { HandlerInput } from '../../runtime/core/contracts.ts'
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { addEntry } from './addEntry.ts'
import { type Approver, organisationApprovers } from './approvers.ts'
import { delegablePeople, isBelow } from './delegable.ts'
import { ownOrganisations } from './duties.ts'
import { endOfDay } from './endOfDay.ts'
import { maySee, readSubmission, type Submission } from './submission.ts'
import { tell } from './tell.ts'

const MAX_DAYS = 180
const DAY_MS = 86_400_000

export default defineHandler('audit.delegate', async (input, context) => {
  const { session, now, fail, rows, platform } = context
  const { organisationId } = input
  const own = await ownOrganisations(context)
  if (own !== null && !own.includes(organisationId)) return fail('NOT_FOUND', { entity: 'organisation.organisation', id: organisationId })
  const submission = input.id ? await submissionOf(input.id, context) : null
  const until = endOfDay(input.until, platform.app.timeZone)
  if (until <= now || until.getTime() - now.getTime() > MAX_DAYS * DAY_MS) return fail('AUDIT_PERIOD')
  const people = await receivers(input, context)
  const values = {
    organisationId,
    submissionId: submission?.id ?? null,
    userId: input.userId ?? null,
    toOrganisationId: input.toOrganisationId ?? null,
    startsAt: now.toISOString(),
    until: until.toISOString(),
    reason: input.reason || null,
    delegatorId: session.userId,
  }
  const id = await rows.create('audit.delegation', values)
  if (submission) {
    const { competitionId, number, position } = submission
    const trail = { competitionId, submissionId: submission.id, number, position, organisationId }
    await addEntry(context, { ...trail, action: 'delegate', reason: people.map(({ name }) => name).join('、') })
  }
  await tell(context, 'audit.delegated', people, { organisationId, deadline: values.until, reason: input.reason })
  return { id }
})

async function submissionOf(id: string, context: HandlerContext): Promise<Submission> {
  const submission = await readSubmission(id, context)
  if (!submission || !(await maySee(submission, context))) return context.fail('NOT_FOUND', { entity: 'audit.submission', id })
  if (submission.state !== 'waiting') return context.fail('AUDIT_DECIDED')
  return submission
}

/** @throws AUDIT_DELEGATE when it is neither a person nor an organisation that may have it */
async function receivers(
  { organisationId, userId, toOrganisationId }: HandlerInput<'audit.delegate'>,
  context: HandlerContext,
): Promise<Approver[]> {
  if (userId && !toOrganisationId) {
    const person = (await delegablePeople(organisationId, context)).find(({ id }) => id === userId)
    return person ? [person] : context.fail('AUDIT_DELEGATE')
  }
  if (!toOrganisationId || userId || !(await isBelow(toOrganisationId, organisationId, context))) return context.fail('AUDIT_DELEGATE')
  const people = await organisationApprovers(toOrganisationId, context)
  return people.length > 0 ? people : context.fail('AUDIT_DELEGATE')
}
