/** Finds the fields that certainly have a value in all rows of a condition, so that SQL need not test for NULL. Reads two things: `row.x != null` in the
 *  condition, and checks of the entity of the form `!condition || (row.x != null && ...)`. */
import type { EntityDocument } from '../../core/documents.ts'
import { type Ast, compileExpression } from '../../core/expressions/index.ts'

/** @param cel a condition that holds for all rows in question; none for no condition */
export function presentFields(entity: EntityDocument, cel: string | undefined): ReadonlySet<string> {
  if (cel === undefined) return new Set()
  const known = parts('&&', compileExpression(cel).ast)
  const facts = new Set(known.map(meaning))
  return new Set([...known.flatMap(presentField), ...(entity.checks ?? []).flatMap((check) => implied(check.cel, facts))])
}

/** The condition that remains true when all other alternatives of a check contradict known facts. */
function implied(check: string, known: ReadonlySet<string>): string[] {
  const open = parts('||', compileExpression(check).ast).filter(
    (part) => !(part.kind === 'unary' && part.op === '!' && known.has(meaning(part.operand))),
  )
  return open.length === 1 ? parts('&&', open[0]!).flatMap(presentField) : []
}

function parts(op: '&&' | '||', node: Ast): Ast[] {
  return node.kind === 'binary' && node.op === op ? [...parts(op, node.left), ...parts(op, node.right)] : [node]
}

function presentField(node: Ast): string[] {
  if (node.kind !== 'binary' || node.op !== '!=' || node.right.kind !== 'literal' || node.right.value !== null) return []
  const { left } = node
  return left.kind === 'member' && left.object.kind === 'ident' && left.object.name === 'row' ? [left.property] : []
}

/** The same for the same condition, wherever it stands and whatever brackets are around it. */
function meaning(node: Ast): string {
  return JSON.stringify(node, (key, value: unknown) => (key === 'start' || key === 'end' ? undefined : value))
}
