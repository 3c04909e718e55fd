/** Passkeys of the signed-in person. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'

export async function ownPasskeys({ db, session }: Pick<HandlerContext, 'db' | 'session'>): Promise<{ credentialId: string }[]> {
  return db.selectFrom('account_passkey').select('credentialId').where('userId', '=', session.userId).orderBy('id').execute()
}

/** @throws PASSKEY_MOST */
export async function assertPasskeyRoom(context: HandlerContext): Promise<void> {
  const { most: max } = context.documents.settings('account.passkeys')
  if ((await ownPasskeys(context)).length >= max) context.fail('PASSKEY_MOST', { most: max })
}
