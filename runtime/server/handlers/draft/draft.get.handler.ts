import { defineHandler } from '../../../core/contracts.ts'
import { readDraft } from '../../drafts/readDraft.ts'

export default defineHandler('platform.draft.get', ({ key }, context) => readDraft(key, context))
