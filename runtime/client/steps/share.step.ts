/** `{ do: "share", with: { title, address } }`: hands an address to the device's own sharing; where there is none, it is copied and the person is notified. A path of
 *  the platform becomes an absolute address. */
import { copyAndTell } from '../copyAndTell.ts'
import type { StepKind } from '../stepKinds.ts'

const share: StepKind = async ({ title, address }) => {
  const url = new URL(String(address ?? ''), location.origin).href
  // closing the device's own dialog is no failure
  if (typeof navigator.share === 'function') await navigator.share({ title: String(title ?? ''), url }).catch(() => undefined)
  else await copyAndTell(url)
}

export default share
