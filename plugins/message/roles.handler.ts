/** Roles that people hold, for choosing receivers. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { heldRoles } from './receivers.ts'

export default defineHandler('message.roles', (_input, { platform }) => heldRoles(platform).map(({ id, title }) => ({ id, title })))
