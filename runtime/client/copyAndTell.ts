/** Puts a text onto the clipboard and says so, or that it has to be copied by hand. */
import { copyText } from './copyText.ts'
import { translate } from './texts.ts'
import { showToast } from './toasts.ts'

export async function copyAndTell(text: string): Promise<void> {
  if (await copyText(text)) showToast('success', translate('kernel.copied'))
  else showToast('warning', translate('kernel.notCopied'))
}
