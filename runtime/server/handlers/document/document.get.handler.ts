import { defineHandler } from '../../../core/contracts.ts'

interface RevisionInput {
  kind: string
  id: string
  revision: number
}

export default defineHandler<RevisionInput>('platform.document.get', ({ kind, id, revision }, { documents }) =>
  documents.revision(kind, id, revision),
)
