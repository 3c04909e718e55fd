import { defineHandler } from '../../../core/contracts.ts'
import { publishRecorded } from '../../documents/publish-recorded.ts'

interface PublishDocument {
  kind: string
  id: string
  note?: string
}

export default defineHandler<PublishDocument>('platform.document.publish', publishRecorded)
