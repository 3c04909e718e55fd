/** What the organiser sees of the approval of a competition. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { levelViews } from './levels.ts'
import { mayEdit } from './mayEdit.ts'
import { listNames } from './snapshot.ts'
import { isSubmittable, readStanding } from './standing.ts'

export default defineHandler('audit.standing', async ({ competitionId }, context) => {
  const { demanded, state, last, changed, mayPublish, organisationId } = await readStanding(competitionId, context)
  const own =
    mayEdit({ competitionId, organisationId }, context) && mayEdit({ competitionId, organisationId }, context, 'relCompetitionInfo')
  return {
    demanded,
    state,
    mayPublish,
    changed: changed.length > 0 ? listNames(changed) : null,
    submissionId: last?.id ?? null,
    number: last?.number ?? 0,
    reason: last?.reason ?? null,
    submittedAt: last?.createdAt ?? null,
    maySubmit: own && isSubmittable({ demanded, state }),
    mayRevoke: own && state === 'waiting',
    steps: last ? await levelViews(last.id, context) : [],
  }
})
