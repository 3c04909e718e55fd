/** `{ do: "copy", with: { text } }`: puts a text onto the clipboard and says so. */
import type { StepKind } from '../stepKinds.ts'
import { translate } from '../texts.ts'
import { showToast } from '../toasts.ts'

const copy: StepKind = async ({ text }) => {
  await navigator.clipboard.writeText(String(text ?? ''))
  showToast('success', translate('kernel.copied'))
}

export default copy
