/** `{ do: "returnAfterSignIn" }`: goes back to the address in the app's return parameter, or to `with.to`, or home. Addresses outside the
 *  application are ignored: a link must not lead a fresh session elsewhere. */

import { isForeign, safeAddress } from '../../core/safeAddress.ts'
import { booted } from '../boot.ts'
import type { StepKind } from '../stepKinds.ts'

const returnAfterSignIn: StepKind = ({ to }, host) => {
  const app = booted.boot?.app
  const wanted = new URLSearchParams(location.search).get(app?.returnParameter ?? '') ?? ''
  const address = wanted && !isForeign(wanted) ? safeAddress(wanted) : null
  host.navigate(address ?? String(to ?? app?.routes.home ?? '/'), { replace: true })
}

export default returnAfterSignIn
