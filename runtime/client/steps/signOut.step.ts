/** `{ do: "signOut", with: { to? } }`: ends the session everywhere in this browser and goes to `to` (default: home). */
import { booted, reboot } from '../boot.ts'
import { endSession } from '../session.ts'
import type { StepKind } from '../stepKinds.ts'

const signOut: StepKind = async ({ to }, host) => {
  await endSession()
  host.navigate(String(to ?? booted.boot?.app.routes.home ?? '/'), {})
  await reboot()
}

export default signOut
