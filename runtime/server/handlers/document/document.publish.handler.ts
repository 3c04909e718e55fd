import { defineHandler } from '../../../core/contracts.ts'
import { publishRecorded } from '../../documents/publishRecorded.ts'

interface PublishDocument {
  kind: string
  id: string
  note?: string
}

export default defineHandler<PublishDocument>('platform.document.publish', publishRecorded)
