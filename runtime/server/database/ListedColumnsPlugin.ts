/** `selectAll` and `returningAll` of a table that has columns of the kernel's own (steps of counters) mean its declared columns: what no document knows is
 *  not read, and is in no row, reply or log entry. */
import {
  AliasNode,
  ColumnNode,
  DeleteQueryNode,
  IdentifierNode,
  InsertQueryNode,
  type KyselyPlugin,
  type OperationNode,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryResult,
  ReferenceNode,
  type RootOperationNode,
  SelectAllNode,
  SelectionNode,
  SelectQueryNode,
  TableNode,
  type UnknownRow,
  UpdateQueryNode,
} from 'kysely'
import type { TableModel } from './tableModel.ts'

type Names = readonly string[]

export class ListedColumnsPlugin implements KyselyPlugin {
  readonly #tables = new Map<string, Names>()

  constructor(tables: ReadonlyMap<string, TableModel>) {
    for (const { name, columns } of tables.values())
      if ([...columns.values()].some(({ field }) => field.counter)) this.#tables.set(name, [...columns.keys()])
  }

  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    if (SelectQueryNode.is(node)) {
      const sources = [...(node.from?.froms ?? []), ...(node.joins ?? []).map(({ table }) => table)]
      const selections = this.#listed(node.selections, sources)
      return selections === node.selections ? node : { ...node, selections: selections! }
    }
    const target = InsertQueryNode.is(node)
      ? node.into
      : UpdateQueryNode.is(node)
        ? node.table
        : DeleteQueryNode.is(node)
          ? node.from.froms[0]
          : undefined
    if (target === undefined || !('returning' in node) || node.returning === undefined) return node
    const selections = this.#listed(node.returning.selections, [target])
    return selections === node.returning.selections ? node : { ...node, returning: { ...node.returning, selections: selections! } }
  }

  async transformResult(args: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return args.result
  }

  #listed(selections: readonly SelectionNode[] | undefined, sources: readonly OperationNode[]): readonly SelectionNode[] | undefined {
    if (!selections?.some(isEverything)) return selections
    const known = sources.map((source) => this.#source(source))
    if (known.every(({ columns }) => columns === undefined)) return selections
    return selections.flatMap((selection) => {
      if (!isEverything(selection)) return [selection]
      const table = ReferenceNode.is(selection.selection) ? selection.selection.table?.table.identifier.name : undefined
      const found = known.find(({ name }) => (table === undefined ? known.length === 1 : name === table))
      return found?.columns?.map((column) => SelectionNode.create(reference(found.name, column))) ?? [selection]
    })
  }

  #source(node: OperationNode): { name: string; columns?: Names | undefined } {
    if (AliasNode.is(node)) {
      const alias = IdentifierNode.is(node.alias) ? node.alias.name : ''
      return { name: alias, columns: this.#source(node.node).columns }
    }
    if (!TableNode.is(node)) return { name: '' }
    const { name } = node.table.identifier
    return { name, columns: this.#tables.get(name) }
  }
}

function isEverything({ selection }: SelectionNode): boolean {
  return SelectAllNode.is(selection) || (ReferenceNode.is(selection) && SelectAllNode.is(selection.column))
}

function reference(table: string, column: string): ReferenceNode {
  return ReferenceNode.create(ColumnNode.create(column), TableNode.create(table))
}
