import { defineHandler } from '../../../core/contracts.ts'
import { findRevision, type RevisionInput } from '../../documents/find-revision.ts'

export default defineHandler<RevisionInput>('platform.document.get', findRevision)
