import { defineHandler } from '../../../core/contracts.ts'

export default defineHandler('platform.document.revisions', async ({ kind, id }, { documents }) => ({
  list: await documents.store.history(kind, id),
}))
