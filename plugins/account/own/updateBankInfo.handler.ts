/** Small facts of the person's own account: the guides seen, and the bank account for prizes and refunds. New guides are added to the known ones, so
 *  that two open tabs do not overwrite each other. The form checks the bank account. */
import { defineHandler, type HandlerContext } from '../../../runtime/core/contracts.ts'
import { withoutNulls } from '../../profile/readProfile.ts'
import { storeProfile } from '../../profile/storeProfile.ts'

/** Names of guides -> 1. */
type Guides = Record<string, 1>
const MAX = 100
const NAME = /^\w{1,40}$/

export default defineHandler('account.updateBankInfo', async ({ noviceGuide, bankName, bankAccount }, context) => {
  if (bankName != null || bankAccount != null) {
    const { answers } = await context.documents.forms.submit({ id: 'profile.bank' }, withoutNulls({ bankName, bankAccount }))
    await storeProfile(context, answers)
  }
  return { noviceGuide: noviceGuide === undefined ? null : await addGuides(noviceGuide, context) }
})

async function addGuides(text: string, { rows, session, fail }: HandlerContext): Promise<Guides> {
  const seen = parseGuides(text) ?? fail('GUIDE_SYNTAX')
  const account = await rows.get('account.user', session.userId!, { lock: true })
  const noviceGuide = { ...(account.noviceGuide as Guides | null), ...seen }
  await rows.save('account.user', account, { noviceGuide })
  return noviceGuide
}

function parseGuides(text: string): Guides | null {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
    const entries = Object.entries(value)
    return entries.length <= MAX && entries.every(([name, seen]) => NAME.test(name) && seen === 1) ? (value as Guides) : null
  } catch {
    return null
  }
}
