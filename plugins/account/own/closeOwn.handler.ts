/** Closes the person's own account. The only administrator of the platform cannot close theirs: no one could appoint another one. */
import { defineHandler, type HandlerContext } from '../../../runtime/core/contracts.ts'
import { isLastAdministrator } from '../grants/assertNotLast.ts'

declare module '../../../runtime/core/contracts.ts' {
  interface ExtensionPoints {
    /** Before the account of the person is closed: others lose nothing by it. */
    'account.closing': (context: HandlerContext) => Promise<void>
  }
}

export default defineHandler('account.closeOwn', async (_input, context) => {
  const { session, people, rows, fail } = context
  if (await isLastAdministrator(session.userId!, context)) return fail('ACCOUNT_NEEDED')
  for (const leave of context.extensions('account.closing').values()) await leave(context)
  await people.personal.erase()
  await rows.record({ entity: 'account.user', rowId: session.userId!, before: null, after: { closed: true } })
  return null
})
