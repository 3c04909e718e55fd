/** Checks of what an area adds to a call of another one: its expressions see what those of the call see. */
import type { AdditionDocument, CallDocument } from '../documents.ts'
import { DATETIME } from '../expressions/types.ts'
import type { LinkedDocument } from './documentIndex.ts'
import { linkOutput } from './linkCall.ts'
import { linkCel, linkRowPaths } from './linkExpressions.ts'
import type { Linker } from './linker.ts'
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
  linkRowPaths(linker, place, linkCel(linker, place, orWhere, 'boolean'), entity)
}

function linkTasks(linker: Linker, document: LinkedDocument, { output, orWhere, minutely, hourly }: AdditionDocument): void {
  if (output || orWhere) report(linker, document, '/into', 'the call that it adds to', 'none')
  else if (!minutely && !hourly) report(linker, document, '', '"into", "minutely" or "hourly"', 'none')
}

function report(linker: Linker, document: LinkedDocument, path: string, expected: string, found: string): void {
  linker.report(document, { code: 'VALUE', path, expected, found, suggestion: `write ${expected}` })
}
