/** Lets handlers write arrays into json columns as they are: pg would turn a JavaScript array into an SQL array, and no entity has columns of
 *  such a type. Touches only values being inserted or set, never conditions. */
import {
  type ColumnUpdateNode,
  DeleteQueryNode,
  type KyselyPlugin,
  OperationNodeTransformer,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type PrimitiveValueListNode,
  type QueryResult,
  RawNode,
  type RootOperationNode,
  SelectQueryNode,
  type UnknownRow,
  type ValueListNode,
  ValueNode,
} from 'kysely'

class JsonArrayTransformer extends OperationNodeTransformer {
  protected override transformPrimitiveValueList(node: PrimitiveValueListNode): PrimitiveValueListNode {
    return { ...node, values: node.values.map(arrayAsJson) }
  }
  /** A row in which another value is an expression. */
  protected override transformValueList(node: ValueListNode): ValueListNode {
    return { ...node, values: node.values.map((value) => (ValueNode.is(value) ? arrayNode(value) : this.transformNode(value))) }
  }
  protected override transformColumnUpdate(node: ColumnUpdateNode): ColumnUpdateNode {
    const value = node.value
    return ValueNode.is(value) ? { ...node, value: arrayNode(value) } : super.transformColumnUpdate(node)
  }
}

function arrayNode({ value }: ValueNode): ValueNode {
  return ValueNode.create(arrayAsJson(value))
}

function arrayAsJson(value: unknown): unknown {
  return Array.isArray(value) ? JSON.stringify(value) : value
}

/** Kysely plugin; see the head of this file. */
export class JsonArrayPlugin implements KyselyPlugin {
  readonly #transformer = new JsonArrayTransformer()
  transformQuery(args: PluginTransformQueryArgs): RootOperationNode {
    const { node } = args
    if (RawNode.is(node) || (SelectQueryNode.is(node) && !node.with) || (DeleteQueryNode.is(node) && !node.with)) return node
    return this.#transformer.transformNode(node)
  }
  async transformResult(args: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return args.result
  }
}
