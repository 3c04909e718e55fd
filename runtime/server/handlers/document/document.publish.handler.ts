import { defineHandler } from '../../../core/contracts.ts'
import { publishRecorded } from '../../documents/publishRecorded.ts'

export default defineHandler('platform.document.publish', publishRecorded)
