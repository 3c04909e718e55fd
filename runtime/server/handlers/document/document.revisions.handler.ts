import { defineHandler } from '../../../core/contracts.ts'

export default defineHandler('platform.document.revisions', async ({ kind, id }, { documentStore }) => ({
  list: await documentStore.history(kind, id),
}))
