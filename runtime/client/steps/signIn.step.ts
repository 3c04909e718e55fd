/** `{ do: "signIn", with: { call?, input, remember? } }`: calls the sign-in call with the input, keeps the tokens and boots as the new person.
 *  With `tokens` instead of `input`, keeps tokens that an earlier step received. */
import type { Tokens } from '../../core/contracts.ts'
import { reboot } from '../boot.ts'
import { request } from '../http.ts'
import { keepTokens } from '../session.ts'
import type { StepKind } from '../stepKinds.ts'

const signIn: StepKind = async ({ tokens, call, input }) => {
  const answered = (tokens ??
    (await request(String(call ?? 'session.signIn'), (input ?? {}) as Record<string, unknown>, signInOptions))) as Tokens
  keepTokens(answered)
  await reboot()
}
const signInOptions = { anonymous: true, urlencoded: true } as const

export default signIn
