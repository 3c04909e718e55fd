/** What a form may ask of the platform. A form is often stored by one person and opened by another, with whose rights its requests run: so it may
 *  name only calls that offer themselves to forms. Held at the linker, in the browser and on the server. */
import { isRead } from '../callAddress.ts'
import type { CallDocument } from '../documents.ts'

/** Whether the call answers options of fields: a read that says so. */
export function offersOptions(call: CallDocument | undefined): boolean {
  return call?.forForms === 'options' && isRead(call)
}
