/** Whether a phone is bound to the own account, and which: masked. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { maskPhone, ownContacts } from './ownContacts.ts'

export default defineHandler('account.phoneStatus', async (_input, context) => {
  const { phone } = await ownContacts(context)
  return { bound: phone !== null, phone: phone && maskPhone(phone) }
})
