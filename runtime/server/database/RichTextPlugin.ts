/** Cleans formatted text in whatever is written through kysely, so that no handler can forget it: values inserted into, or set in, columns that the
 *  entity calls `richText`. Values that the database computes (a copy of another such column) are clean already. */
import {
  type ColumnNode,
  type ColumnUpdateNode,
  InsertQueryNode,
  type KyselyPlugin,
  type OperationNode,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  PrimitiveValueListNode,
  type QueryResult,
  type RootOperationNode,
  TableNode,
  type UnknownRow,
  UpdateQueryNode,
  ValueListNode,
  ValueNode,
  ValuesNode,
} from 'kysely'
import { cleanRichText } from '../../core/richText/cleanRichText.ts'
import type { TableModel } from './tableModel.ts'

/** Column -> its type, of one table. */
type Formatted = ReadonlyMap<string, string>

export class RichTextPlugin implements KyselyPlugin {
  readonly #tables = new Map<string, Formatted>()

  constructor(tables: ReadonlyMap<string, TableModel>) {
    for (const { name, columns } of tables.values()) {
      const formatted = [...columns.values()].filter(({ field }) => field.richText)
      if (formatted.length > 0) this.#tables.set(name, new Map(formatted.map((column) => [column.name, column.type])))
    }
  }

  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    if (InsertQueryNode.is(node)) return cleanInsert(node, this.#formattedIn(node.into))
    if (UpdateQueryNode.is(node)) {
      const formatted = this.#formattedIn(node.table)
      return formatted && node.updates ? { ...node, updates: node.updates.map((update) => cleanUpdate(update, formatted)) } : node
    }
    return node
  }

  async transformResult(args: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return args.result
  }

  #formattedIn(table: OperationNode | undefined): Formatted | undefined {
    return table && TableNode.is(table) ? this.#tables.get(table.table.identifier.name) : undefined
  }
}

function cleanInsert(node: InsertQueryNode, formatted: Formatted | undefined): InsertQueryNode {
  if (!formatted) return node
  const types = (node.columns ?? []).map((column) => formatted.get(nameOf(column)))
  const values = node.values && ValuesNode.is(node.values) ? { ...node.values, values: node.values.values.map(cleanRow) } : node.values
  const updates = node.onConflict?.updates?.map((update) => cleanUpdate(update, formatted))
  return {
    ...node,
    ...(values ? { values } : {}),
    ...(node.onConflict ? { onConflict: { ...node.onConflict, ...(updates ? { updates } : {}) } } : {}),
  }

  function cleanRow(row: ValueListNode | PrimitiveValueListNode): ValueListNode | PrimitiveValueListNode {
    if (PrimitiveValueListNode.is(row)) return PrimitiveValueListNode.create(row.values.map((value, at) => cleanValue(value, types[at])))
    return ValueListNode.create(row.values.map((value, at) => cleanNode(value, types[at])))
  }
}

function cleanUpdate(update: ColumnUpdateNode, formatted: Formatted): ColumnUpdateNode {
  return { ...update, value: cleanNode(update.value, formatted.get(nameOf(update.column as ColumnNode))) }
}

function cleanNode(node: OperationNode, type: string | undefined): OperationNode {
  return type !== undefined && ValueNode.is(node) ? ValueNode.create(cleanValue(node.value, type)) : node
}

function cleanValue(value: unknown, type: string | undefined): unknown {
  return type === undefined || value === null || value === undefined ? value : cleanFormatted(value, type)
}

function nameOf({ column }: ColumnNode): string {
  return column.name
}

/** Text, or a text in each language (also as JSON): the parameter of a column of the type. */
export function cleanFormatted(value: unknown, type: string): string {
  if (type !== 'jsonb') return cleanRichText(String(value))
  const texts = typeof value === 'string' ? parsed(value) : value
  const clean = (text: unknown) => (typeof text === 'string' ? cleanRichText(text) : text)
  if (typeof texts !== 'object' || texts === null) return JSON.stringify(clean(texts))
  return JSON.stringify(Object.fromEntries(Object.entries(texts).map(([lang, text]) => [lang, clean(text)])))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
