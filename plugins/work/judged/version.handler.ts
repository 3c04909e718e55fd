import { defineHandler } from '../../../runtime/core/contracts.ts'
import { seenWork } from './seenWork.ts'

export default defineHandler('work.version', async ({ id }, context) => {
  const { documents } = context
  const row = await context.rows.get('work.version', id)
  const view = await seenWork(row.workId, context)
  const { workId, revision, title, submittedAt, createdAt, formHash } = row
  const answers = await documents.forms.read(formHash, row.answers, { whole: view === 'own' })
  const [submitted, replaced] = [submittedAt, createdAt].map((moment) => new Date(moment).toISOString()) as [string, string]
  return { id, workId, revision, title, submittedAt: submitted, replacedAt: replaced, formHash, answers }
})
