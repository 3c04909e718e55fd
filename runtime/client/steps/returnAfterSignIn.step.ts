/** `{ do: "returnAfterSignIn", with: { to? } }`: goes back to the address in the app's return parameter, or to `to`, or to `afterSignIn` of the app, or
 *  home, where the ticket in the address signs the person in. Hosts that the app document does not list are ignored: a link must not lead a fresh
 *  session elsewhere. */
import { booted } from '../boot.ts'
import { returnWithTicket } from '../signIn.ts'
import type { StepKind } from '../stepKinds.ts'

const returnAfterSignIn: StepKind = async ({ to }) => {
  const { app } = booted.boot!
  await returnWithTicket(app, String(to ?? app.routes.afterSignIn ?? app.routes.home))
}

export default returnAfterSignIn
