/** `{ do: "reload", with: { to? } }`: loads the whole page anew, at `to` or where it is: another person's, or another hat's, view of everything. */
import { safeAddress } from '../../core/safeAddress.ts'
import type { StepKind } from '../stepKinds.ts'

const reload: StepKind = ({ to }) => {
  const address = typeof to === 'string' ? safeAddress(to) : null
  if (address) window.location.assign(address)
  else window.location.reload()
}

export default reload
