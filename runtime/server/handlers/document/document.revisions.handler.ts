import { defineHandler } from '../../../core/contracts.ts'

export default defineHandler<{ kind: string; id: string }>('platform.document.revisions', async ({ kind, id }, { documents }) => ({
  list: await documents.history(kind, id),
}))
