/** An author changes a work while the window is open. The answers stay at the form version they were first given with; a public work becomes hidden
 *  until the organiser chooses it again, so that visitors see only what an organiser has seen. The text before stays readable as a version, and rounds that
 *  have begun continue judging it. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { pinWork } from './judged/judging.ts'
import { keepFiles, keepVersion } from './judged/keepVersion.ts'
import { ownWork } from './ownWork.ts'
import { assertRegistered, workDraftKey } from './registration.ts'
import { workParts } from './workParts.ts'
import { assertWorksOpen, workRules } from './workRules.ts'

export default defineHandler('work.change', async ({ id, revision, formHash, answers: given }, context) => {
  await ownWork(id, context)
  const before = await context.rows.get('work.work', id)
  await assertRegistered(before.registrationId, context)
  assertWorksOpen(await workRules(before.competitionId, context), context)
  if (revision !== undefined && revision !== before.revision) return context.fail('WORK_CHANGED', { revision: before.revision })
  if (formHash !== undefined && formHash !== before.formHash) return context.fail('FORM_CHANGED', { hash: before.formHash })
  await pinWork(before, context)
  const { answers } = await context.documents.forms.submit(
    { hash: before.formHash },
    given,
    undefined,
    before.answers as Record<string, unknown>,
  )
  const versionId = await keepVersion(before, context)
  const change = { revision: before.revision + 1, revisedAt: context.now.toISOString(), shown: false }
  await context.rows.transitionWhere('work.pool', 'uncheck', { id }, { ...change, ...workParts(answers), answers })
  await keepFiles(versionId, before, answers, context)
  await context.rows.removeWhere('platform.draft', { ownerId: context.session.userId!, key: workDraftKey(before.registrationId, id) })
  return { id, state: before.state, revision: change.revision }
})
