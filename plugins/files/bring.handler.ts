import { defineHandler } from '../../runtime/core/contracts.ts'

export default defineHandler('files.bring', ({ ticket, file }, { files }) => files.takeTicket(ticket, file.stream))
