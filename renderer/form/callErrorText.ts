/** What failed, in the person's language. */
import { CallError } from '../../runtime/client/CallError.ts'
import { ChunkFailed } from '../../runtime/client/loadChunk.ts'
import { hasText, translate } from '../../runtime/client/texts.ts'

/** The server's own words, else the text of the code, else that something went wrong. */
export function callErrorText(error: unknown): string {
  if (error instanceof ChunkFailed) return translate('kernel.chunk.failed')
  if (!(error instanceof CallError)) return translate('form.submitFailed')
  if (error.message) return error.message
  return hasText(`error.${error.code}`) ? translate(`error.${error.code}`) : translate('form.submitFailed')
}
