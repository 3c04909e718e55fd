/** Which calls a form may make. One person stores a form and another opens it, and its requests run with the rights of the second. So a form may name
 *  only calls that declare `forForms`. The linker, the browser and the server check this. */
import { isRead } from '../callAddress.ts'
import type { CallDocument } from '../documents.ts'

/** Whether the call answers options of fields: a read that says so. */
export function offersOptions(call: CallDocument | undefined): boolean {
  return call?.forForms === 'options' && isRead(call)
}
