/** `{ do: "refreshSession" }`: asks again who is signed in, so that a changed name or picture shows in the frame immediately. */
import { reboot } from '../boot.ts'
import type { StepKind } from '../stepKinds.ts'

const refreshSession: StepKind = () => reboot()

export default refreshSession
