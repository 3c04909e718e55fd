/** `export` of a table -> a button above it: the call makes a file of the rows that the table shows, and gets what the table asks with, as far as it takes it. */
import { isRecord } from '../isRecord.ts'
import type { Json } from '../language/shortForm.ts'
import type { FindMembers } from './FindMembers.ts'
import { askReason } from './fillReveals.ts'

const LABEL = '@kernel.table.export'

export interface FilledExport {
  content: Json
  moves: { to: string; from: string }[]
}

/** @param table in the long form. @returns the same object where nothing is exported */
export function fillExport(table: Json, membersOf: FindMembers): FilledExport {
  const written = typeof table.export === 'string' ? { call: table.export } : table.export
  if (!isRecord(written) || typeof written.call !== 'string') return { content: table, moves: [] }
  const { call: id, input, ...face } = written
  const call = membersOf('call', id)
  const taken = namesTaken(call)
  const asked = namesAsked(table).filter((name) => taken.has(name))
  const params = Object.fromEntries(asked.map((name) => [name, { cel: `params.${name}` }]))
  const step = { download: id, input: { ...params, ...(isRecord(input) && input) } }
  const button: Json = { label: LABEL, icon: 'download', ...face, steps: [step] }
  const toolbar = Array.isArray(table.toolbar) ? table.toolbar : []
  const { export: _, ...rest } = table
  const content = { ...rest, toolbar: [...toolbar, isMasked(call) ? askReason(button, 'rows', membersOf) : button] }
  return { content, moves: [{ to: `/toolbar/${toolbar.length}`, from: '/export' }] }
}

/** Names of what the table asks with: of its source, its filters, its search and its order. */
function namesAsked({ source, filters, search, formColumns }: Json): string[] {
  const ranges = Object.entries(isRecord(filters) ? filters : {}).flatMap(([name, field]) => {
    const range = isRecord(field) ? field['x-range'] : undefined
    return isRecord(range) ? [String(range.from), String(range.to)] : [name]
  })
  const given = isRecord(source) && isRecord(source.params) ? Object.keys(source.params) : []
  const more = [isRecord(search) && search.parameter, isRecord(formColumns) && formColumns.parameter].filter(
    (name) => typeof name === 'string',
  )
  return [...new Set([...given, ...more, 'sort', ...ranges])]
}

function namesTaken(call: Json | undefined): ReadonlySet<string> {
  const { input, operation } = call ?? {}
  const properties = isRecord(input) && isRecord(input.properties) ? Object.keys(input.properties) : []
  if (!isRecord(operation) || operation.kind !== 'export') return new Set(properties)
  const filters = isRecord(operation.filter) ? Object.keys(operation.filter) : []
  return new Set([...properties, ...filters, 'sort', ...(operation.search === undefined ? [] : ['search'])])
}

function isMasked(call: Json | undefined): boolean {
  const operation = isRecord(call?.operation) ? call.operation : {}
  return isRecord(operation.export) && operation.export.reveal !== undefined
}
