/** Checks of timers: which rows and when are asked of the database, what happens is written over one row. */
import type { Cel, EntityDocument, TimerDocument } from '../documents.ts'
import { pathOf } from '../expressions/ast.ts'
import { DATETIME, meaningOf } from '../expressions/types.ts'
import type { LinkedDocument } from './documentIndex.ts'
import type { Finding } from './failure.ts'
import { linkDone } from './linkEffects.ts'
import { type ExpressionPlace, linkCel, linkRowPaths } from './linkExpressions.ts'
import type { Linker } from './linker.ts'
import { rowType } from './scopeTypes.ts'

export function linkTimer(
  linker: Linker,
  document: LinkedDocument,
  { entity: id, where, at, lateHours, do: effects }: TimerDocument,
): void {
  const entity = linker.index.get('entity', id)
  if (entity === undefined) return
  const scope = { row: rowType(entity, linker.index, 'sql'), now: DATETIME }
  const rows = { entity }
  if (where) {
    const place = { document, path: '/where', scope, rows }
    linkRowPaths(linker, place, linkCel(linker, place, where, 'boolean'), entity)
  }
  if (at) linkMoment(linker, { document, path: '/at', scope: { row: scope.row }, rows }, at)
  else if (!where || lateHours !== undefined) linker.report(document, where ? neverLate : everyRow)
  linkDone(linker, { document, path: '/do', scope }, effects, entity)
}

function linkMoment(linker: Linker, place: ExpressionPlace & { rows: { entity: EntityDocument } }, at: Cel): void {
  const compiled = linkCel(linker, place, at, DATETIME)
  linkRowPaths(linker, place, compiled, place.rows.entity)
  const isOther = compiled && pathOf(compiled.ast) && !INSTANTS.includes(meaningOf(compiled.type)?.kind ?? '')
  if (isOther) linker.report(place.document, noMoment(at.cel))
}

const everyRow: Finding = {
  code: 'KEY_MISSING',
  path: '/where',
  expected: 'the rows that are acted on at every turn, because there is no "at"',
  found: 'nothing, which would be every row',
  suggestion: 'add "where", which no longer holds once the work is done, or "at" for rows whose time comes once',
}
const neverLate: Finding = {
  code: 'VALUE',
  path: '/lateHours',
  expected: 'lateHours beside the time that comes',
  found: 'lateHours without "at"',
  suggestion: 'remove it, or add "at"',
}

const INSTANTS: readonly string[] = ['datetime', 'date']

function noMoment(cel: string): Finding {
  return {
    code: 'CEL_TYPE',
    path: '/at/cel',
    expected: 'a date or a datetime of the row',
    found: cel,
    suggestion: 'name a field of the type datetime or date, or move one by addDays',
  }
}
