/** Replaces the person's phone number after codes to the old and the new number, and notifies the old one. A username equal to the old number
 * changes too, because someone else may get that number. */
import { defineHandler, type HandlerContext } from '../../../runtime/core/contracts.ts'
import { findAccount } from '../accounts/findAccount.ts'
import { spendCode } from '../signIn/codes.ts'
import { maskPhone, ownContacts } from './ownContacts.ts'

export default defineHandler('account.changePhone', async (input, context) => {
  const { db, session, rows, messages, lock, fail } = context
  const { phone: old, userName } = await ownContacts(context)
  if (!old) return fail('PHONE_MISSING')
  await proveOld(context, old, input.oldCode)
  await spendCode(context, { purpose: 'changeNew', address: input.phone, code: input.code })
  await lock('account', input.phone)
  if (await findAccount(db, input.phone)) return fail('PHONE_TAKEN')
  const after = { phone: input.phone, ...(userName === old ? { userName: input.phone } : {}) }
  const before = { id: session.userId!, phone: old, userName }
  await rows.save('account.user', before, after)
  await messages.send('account.phoneChanged', { address: old }, { phone: maskPhone(input.phone) })
  return null
})

async function proveOld(context: HandlerContext, address: string, code: string): Promise<void> {
  try {
    await spendCode(context, { purpose: 'changeOld', address, code })
  } catch (error) {
    if ((error as { code?: string }).code === 'CODE_WRONG') context.fail('CODE_OLD_WRONG')
    throw error
  }
}
