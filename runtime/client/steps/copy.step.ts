/** `{ do: "copy", with: { text } }`: puts a text onto the clipboard and says so, or that it has to be copied by hand. */
import { copyText } from '../copyText.ts'
import type { StepKind } from '../stepKinds.ts'
import { translate } from '../texts.ts'
import { showToast } from '../toasts.ts'

const copy: StepKind = async ({ text }) => {
  if (await copyText(String(text ?? ''))) showToast('success', translate('kernel.copied'))
  else showToast('warning', translate('kernel.notCopied'))
}

export default copy
