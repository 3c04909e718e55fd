/** Development: what a part of a screen is made of, as the development server tells the inspector of the page. */
import type { Kind } from './documents.ts'

/** A document, or a part of it. */
export interface InspectedPlace {
  kind: Kind
  id: string
  /** JSON Pointer in the file. */
  path: string
  /** From the project's folder; null: published, not in a file. Line and column count from 1. */
  file: string | null
  line: number
  column: number
}
export interface InspectedCall extends InspectedPlace {
  /** Method and path. */
  address: string
  access: string
  /** File of its handler; null: its document says all. */
  code: string | null
  /** Names of the page's sources that it answers. */
  sources: readonly string[]
}
export interface InspectedNode {
  node: string
  id: string | null
  permission: string | null
  /** CEL. */
  visibleWhen: string | null
  /** Outermost first: the page, then fragments and parts, at last where the node itself is written. */
  places: readonly InspectedPlace[]
  /** Who may open the page. */
  access: string
  calls: readonly InspectedCall[]
  /** Tables, forms, actions and enums that it names. */
  documents: readonly InspectedPlace[]
}
