/** Which ways to sign in this platform has beside the password and the code. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { WECHAT } from './outsideIdentity.ts'

export default defineHandler('account.signInWays', (_input, { documents }) => ({ wechat: documents.service(WECHAT) !== null }))
