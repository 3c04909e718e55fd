/** `{ do: "usePasskey", with: { call, offered? } }`: asks the call for a request and the browser for a passkey of the person. With `offered` it waits until one
 *  is taken from what the browser offers at the account field, where it can do so, and says nothing of what goes wrong. Answers what the browser said, as
 *  JSON; null when nothing was taken. */
import { browserSupportsWebAuthnAutofill, startAuthentication } from '@simplewebauthn/browser'
import { request } from '../http.ts'
import { passkeyFailure, unlessGivenUp } from '../passkeys.ts'
import type { StepKind } from '../stepKinds.ts'

type Options = Parameters<typeof startAuthentication>[0]['optionsJSON']

/** No passkey belongs to a site that is named so. */
const IP_ADDRESS = /^(\d+\.){3}\d+$|^\[/

const usePasskey: StepKind = async ({ call, offered }) => {
  if (offered === true) return (await mayBeOffered()) ? ask(String(call), true).catch(() => null) : null
  return ask(String(call), false)
}

async function mayBeOffered(): Promise<boolean> {
  return !IP_ADDRESS.test(location.hostname) && (await browserSupportsWebAuthnAutofill().catch(() => false))
}

async function ask(call: string, offered: boolean): Promise<string | null> {
  const { options } = await request<{ options: Options | null }>(call, {}, { anonymous: true })
  if (!options) throw passkeyFailure('')
  return unlessGivenUp(startAuthentication({ optionsJSON: options, useBrowserAutofill: offered, verifyBrowserAutofillInput: false }))
}

export default usePasskey
