/** Checks of timers: which rows and when are asked of the database, what happens is written over one row. */
import type { TimerDocument } from '../documents.ts'
import { pathOf } from '../expressions/ast.ts'
import { DATETIME, meaningOf } from '../expressions/types.ts'
import type { LinkedDocument } from './documentIndex.ts'
import type { Finding } from './failure.ts'
import { linkDone } from './linkEffects.ts'
import { linkCel, linkRowPaths } from './linkExpressions.ts'
import type { Linker } from './linker.ts'
import { rowType } from './scopeTypes.ts'

export function linkTimer(linker: Linker, document: LinkedDocument, { entity: id, where, at, do: effects }: TimerDocument): void {
  const entity = linker.index.get('entity', id)
  if (entity === undefined) return
  const scope = { row: rowType(entity, linker.index, 'sql'), now: DATETIME }
  const rows = { entity }
  if (where) {
    const place = { document, path: '/where', scope, rows }
    linkRowPaths(linker, place, linkCel(linker, place, where, 'boolean'), entity)
  }
  const place = { document, path: '/at', scope: { row: scope.row }, rows }
  const compiled = linkCel(linker, place, at, DATETIME)
  linkRowPaths(linker, place, compiled, entity)
  if (compiled && pathOf(compiled.ast) && !MOMENTS.includes(meaningOf(compiled.type)?.kind ?? '')) linker.report(document, noMoment(at.cel))
  linkDone(linker, { document, path: '/do', scope }, effects, entity)
}

const MOMENTS: readonly string[] = ['datetime', 'date']

function noMoment(cel: string): Finding {
  return {
    code: 'CEL_TYPE',
    path: '/at/cel',
    expected: 'a date or a datetime of the row',
    found: cel,
    suggestion: 'name a field of the type datetime or date, or move one by addDays',
  }
}
