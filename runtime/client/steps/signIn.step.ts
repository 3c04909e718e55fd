/** `{ do: "signIn", with: { call?, input } }`: calls the sign-in call with the input; `returnAfterSignIn` then takes the person back. When a second
 *  factor is still to be proved, the page's state `secondFactor` receives the step (`{ step, setUp }`). `signedIn: ...` in place of `input` keeps
 *  what an earlier step received. Answers what the call answered. */
import type { SignedIn } from '../../core/contracts.ts'
import { request } from '../http.ts'
import { keepSignIn } from '../signIn.ts'
import type { StepKind } from '../stepKinds.ts'

const signIn: StepKind = async ({ signedIn, call, input }, host) => {
  const answered = (signedIn ??
    (await request(String(call ?? 'session.signIn'), (input ?? {}) as Record<string, unknown>, signInOptions))) as SignedIn
  keepSignIn(answered)
  if ('secondFactor' in answered) host.set({ secondFactor: answered.secondFactor })
  return answered
}
const signInOptions = { anonymous: true, urlencoded: true } as const

export default signIn
