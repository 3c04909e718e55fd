/** `{ do: "createPasskey", with: { options } }`: asks the browser for a new passkey. Answers what it said, as JSON; null when the person gave up. */
import { startRegistration } from '@simplewebauthn/browser'
import { unlessGivenUp } from '../passkeys.ts'
import type { StepKind } from '../stepKinds.ts'

const createPasskey: StepKind = ({ options }) =>
  unlessGivenUp(startRegistration({ optionsJSON: options as Parameters<typeof startRegistration>[0]['optionsJSON'] }))

export default createPasskey
