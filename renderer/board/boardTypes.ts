import { findEnumValue } from '../../runtime/client/library.ts'
import type { Node } from '../../runtime/core/documents.ts'

export type BoardDocument = Extract<Node, { node: 'board' }>
export type Item = Readonly<Record<string, unknown>>

/** A card on its way: shown where it goes until the server has answered. */
export interface Move {
  key: string
  item: Item
  from: string
  to: string
}

/** The code as the enum has it: the address of a column is text, codes may be numbers. */
export function codeOf({ enum: enumId }: BoardDocument, column: string): string | number {
  return findEnumValue(enumId, column)?.code ?? column
}

/** Rows have an id; without one a card is what it says. */
export function keyOf(item: Item): string {
  return String(item.id ?? JSON.stringify(item))
}
