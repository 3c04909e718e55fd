import { defineHandler } from '../../../core/contracts.ts'

export default defineHandler('platform.document.get', ({ kind, id, revision }, { documentStore }) =>
  documentStore.revision(kind, id, revision),
)
