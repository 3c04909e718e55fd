/** Says how far an upload in parts is. */
import { defineHandler } from '../../core/contracts.ts'

export default defineHandler('platform.uploadState', ({ ticket }, { files }) => files.parts.received(ticket))
