/** Which ways to sign in this platform has beside the password and the code. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { passkeyPlace } from '../passkeys/passkeys.ts'
import { WECHAT } from './outsideIdentity.ts'

export default defineHandler('account.signInWays', (_input, context) => ({
  wechat: context.documents.service(WECHAT) !== null,
  passkey: passkeyPlace(context) !== null,
}))
