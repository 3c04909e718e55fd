/** Whether the person may send to the whole platform. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { reachesPlatform } from './receivers.ts'

export default defineHandler('message.reach', (_input, { session }) => ({ platform: reachesPlatform(session) }))
