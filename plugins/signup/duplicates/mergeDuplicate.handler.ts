/** Of two registrations of one person one stays, with the notes and the label of both; the other ends as any that is not approved, or suspended. */
import { defineHandler, type HandlerContext } from '../../../runtime/core/contracts.ts'
import { signupStatus } from '../../generated/enums.ts'
import { decide, type OfPair, pairOf } from './decide.ts'

export default defineHandler('signup.mergeDuplicate', async ({ id, otherId }, context) => {
  for (const each of [id, otherId].toSorted((a, b) => Number(BigInt(a) - BigInt(b)))) await context.lock('registration', each)
  const [kept, other] = await pairOf(id, otherId, context)
  const work = await context.rows.find('work.work', { registrationId: other.id, removedAt: null })
  if (work || other.payState === 'paid') return context.fail('DUPLICATE_HOLDS')
  await context.rows.saveWhere('signup.note', { registrationId: other.id }, { registrationId: kept.id })
  if (kept.label === null && other.label !== null) await context.rows.save('signup.registration', kept, { label: other.label })
  await end(other, kept, context)
  return { id: await decide([kept, other], true, context) }
})

async function end({ id, status }: OfPair, kept: OfPair, context: HandlerContext): Promise<void> {
  const { zh, en } = context.text('signup.duplicateOf', { id: kept.id })
  const reason = `${zh} ${en}`
  if (status === signupStatus.registered) await context.call('signup.suspend', { id, reason })
  else await context.call('signup.refuse', { id, reason })
}
