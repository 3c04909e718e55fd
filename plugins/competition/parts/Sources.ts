/** Where the files and documents come from that the rows of a competition name: from the platform itself for a copy, from what was unpacked for a file. */
import type { StoredFile } from '../../../runtime/core/contracts.ts'

export interface NamedFile {
  id: string
  name: string
}
export interface Sources {
  /** A file that the new rows may name; null: its bytes are gone. */
  file(named: NamedFile): Promise<StoredFile | null>
  /** The same for a file that a text or a template shows, by its address: also null when it belongs to something else. */
  shown(id: string): Promise<StoredFile | null>
  /** The content of a form or a print; null: there is none. */
  document(kind: 'form' | 'print', id: string): Promise<object | null>
  /** It comes from outside: forms are held against their purpose. */
  isForeign: boolean
}
