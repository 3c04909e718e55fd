/** Opens a call for reports: its form is published when it never was, and each competition of the year has a report to fill in. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { askCompetitions } from './askCompetitions.ts'

export default defineHandler('summary.openPlan', async ({ id }, context) => {
  const { rows, documents } = context
  const plan = await rows.get('summary.plan', id, { lock: true })
  const { published } = await documents.designs.read(plan.formId)
  if (published === null) {
    const place = documents.designs.place('summary.plan', 'formId', plan)
    const { formId } = await documents.designs.store(place, await documents.designs.content(place))
    await documents.store.publish('form', formId)
    await rows.save('summary.plan', plan, { formId })
  }
  await rows.transition('summary.planLife', 'open', id)
  return { asked: await askCompetitions(id, context) }
})
