/** `{ do: "reload", with: { to? } }`: loads the whole page again, at `to` or at the present address, for another person or another identity. */
import { safeAddress } from '../../core/safeAddress.ts'
import type { StepKind } from '../stepKinds.ts'

const reload: StepKind = ({ to }) => {
  const address = typeof to === 'string' ? safeAddress(to) : null
  if (address) window.location.assign(address)
  else window.location.reload()
}

export default reload
