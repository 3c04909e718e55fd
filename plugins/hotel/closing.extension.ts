/** Rooms of someone who closes the account go to others. */
import { defineExtension } from '../../runtime/core/contracts.ts'
import { giveRoomsBack } from './giveRoomsBack.ts'

export default defineExtension('account.closing', 'rooms', giveRoomsBack)
