import { defineHandler } from '../../../core/contracts.ts'

export default defineHandler('platform.document.get', ({ kind, id, revision }, { documents }) =>
  documents.store.revision(kind, id, revision),
)
