/** Checks of what an area adds to a call of another one: its expressions see what those of the call see. */
import type { AdditionDocument, CallDocument } from '../documents.ts'
import type { Ast } from '../expressions/ast.ts'
import { parsedOrNone } from '../expressions/parsedOrNone.ts'
import { usesRowFunctions } from '../expressions/relatedRows.ts'
import { DATETIME } from '../expressions/types.ts'
import type { LinkedDocument } from './documentIndex.ts'
import { type ExpressionPlace, linkCel, linkRowPaths } from './linkExpressions.ts'
import type { Linker } from './linker.ts'
import { linkOutput } from './linkOutput.ts'
import { inputType, operationEntity, rowType, SESSION_TYPE } from './scopeTypes.ts'

export function linkAddition(linker: Linker, document: LinkedDocument, addition: AdditionDocument): void {
  const { into, output, orWhere } = addition
  if (into === undefined) {
    linkTasks(linker, document, addition)
    return
  }
  for (const key of ['minutely', 'hourly'] as const)
    if (addition[key]) report(linker, document, `/${key}`, 'a document of its own for what runs by the clock', '"into" beside it')
  const call = linker.index.get('call', into)
  if (call === undefined) return
  const entity = operationEntity(call, linker.index)
  if (call.operation === undefined || entity === undefined || !Array.isArray(call.output)) {
    report(linker, document, '/into', 'a call that answers fields of rows', `"${into}"`)
    return
  }
  const scope = { input: inputType(call, linker.index), session: SESSION_TYPE, now: DATETIME, lang: 'string', preview: 'boolean' } as const
  if (output) linkOutput(linker, { document, path: '/output', scope }, { ...call, output } as CallDocument, entity)
  if (!orWhere) return
  if (!('where' in call.operation) || call.operation.where === undefined)
    report(linker, document, '/orWhere', 'a call with a "where": without one it finds all rows', `"${into}"`)
  const place = { document, path: '/orWhere', scope: { ...scope, row: rowType(entity, linker.index, 'sql') }, rows: { entity } }
  const compiled = linkCel(linker, place, orWhere, 'boolean')
  linkRowPaths(linker, place, compiled, entity)
  if (compiled) linkReach(linker, place, call, compiled.ast)
}

/** A condition with reach() says itself which rows are within reach, for the whole call: what is added may neither take the reach of its access away nor find rows past it. */
function linkReach(linker: Linker, { document, path }: ExpressionPlace, { id, access, operation }: CallDocument, added: Ast): void {
  const where = operation && 'where' in operation ? operation.where?.cel : undefined
  const whole = where === undefined ? undefined : parsedOrNone(where)
  if (typeof access !== 'object' || !whole) return
  const additions = linker.index.of('addition').filter(({ content }) => content.into === id && content.orWhere)
  if (usesRowFunctions(ownPart(whole, additions.length), REACH) === usesRowFunctions(added, REACH)) return
  const [expected, found] = usesRowFunctions(added, REACH)
    ? ['a condition without reach(): "within" of the call says it', 'reach()']
    : ['a condition with reach(), as the "where" of the call', 'none']
  report(linker, document, path, expected, found)
}
const REACH: ReadonlySet<string> = new Set(['reach'])

/** The call's own condition: `(own) || (added) || (added)`. */
function ownPart(whole: Ast, added: number): Ast {
  return added > 0 && whole.kind === 'binary' ? ownPart(whole.left, added - 1) : whole
}

function linkTasks(linker: Linker, document: LinkedDocument, { output, orWhere, minutely, hourly }: AdditionDocument): void {
  if (output || orWhere) report(linker, document, '/into', 'the call that it adds to', 'none')
  else if (!minutely && !hourly) report(linker, document, '', '"into", "minutely" or "hourly"', 'none')
}

function report(linker: Linker, document: LinkedDocument, path: string, expected: string, found: string): void {
  linker.report(document, { code: 'VALUE', path, expected, found, suggestion: `write ${expected}` })
}
