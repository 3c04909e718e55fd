import { defineHandler } from '../../../core/contracts.ts'

export default defineHandler<{ kind: string; id: string }>('platform.document.revisions', async ({ kind, id }, { documents }) => {
  const revisions = await documents.revisions(kind, id)
  return { list: revisions.map(({ content: _, ...facts }) => facts) }
})
