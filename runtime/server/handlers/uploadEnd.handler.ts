/** Makes a file of its parts. */
import { defineHandler } from '../../core/contracts.ts'

export default defineHandler('platform.uploadEnd', ({ ticket }, { files }) => files.parts.end(ticket))
