/** `{ do: "goBack", with: { to } }`: one step back in the browser's history, or to `to` when the person came straight here. */
import type { StepKind } from '../stepKinds.ts'

const goBack: StepKind = ({ to }, host) => {
  if (history.length > 1) history.back()
  else host.navigate(String(to ?? '/'), {})
}

export default goBack
