import type { Kind, LocalText } from '../../../runtime/core/documents.ts'

export type Content = Record<string, unknown>
export interface DocumentReference {
  kind: string
  id: string
  path: string
}
/** A document as the call that opens it answers. */
export interface OpenedDocument {
  kind: Kind
  kindTitle: LocalText
  id: string
  title: LocalText
  /** As it ships; null for one that was made here. */
  shipped: Content | null
  content: Content
  published: Content | null
  /** Of the draft; null without one. */
  hash: string | null
  revisions: {
    revision: number
    state: 'draft' | 'published' | 'archived'
    note: string | null
    updatedAt: string
    author: string | null
  }[]
  namedBy: DocumentReference[]
  names: DocumentReference[]
  routes: string[]
  /** Of locale files: key of a text -> documents that show it, as `kind:id`. */
  shownBy?: Readonly<Record<string, readonly string[]>>
}
