/** What a person exports from a table is what the table shows: filters and search words are passed on. */
import { describe, expect, it } from 'vitest'
import { buildPlatform } from '../../../runtime/core/documents/buildPlatform.ts'
import { isRecord } from '../../../runtime/core/isRecord.ts'
import type { Platform } from '../../../runtime/core/platform.ts'
import { loadFiles } from '../../../runtime/server/documents/loadFiles.ts'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'

const { raws, texts, names } = loadFiles(PROJECT_DIRECTORY)
const { documents } = buildPlatform(raws, texts, names).platform as Platform

interface Export {
  table: string
  call: string
  /** Parameters that the person sets above the table. */
  shown: string[]
  given: string[]
}

describe('an export above a table', () => {
  const found = [...documents.table.values()].flatMap(exportsOf)
  it('[EXPORT-8] is found at all', () => {
    expect(found.length).toBeGreaterThan(10)
  })
  it.each(found)('[EXPORT-8] $call of $table gives the rows that are shown', ({ shown, given }) => {
    expect(shown.filter((name) => !given.includes(name))).toEqual([])
  })
})

/** Those of the rows of the table; some tables offer an export of other rows too, for example of the members of teams. */
function exportsOf({ id, source, toolbar, filters = {}, search }: Table): Export[] {
  const list = documents.call.get(source.call)
  const shown = [...Object.entries(filters).flatMap(parametersOf), ...(search ? [search.parameter] : [])]
  return stepsIn(toolbar).flatMap(({ call, input }) => {
    const operation = documents.call.get(call)?.operation as Operation
    if (operation?.kind !== 'export') return []
    const isOfRows = operation.export.from === source.call || operation.entity === (list?.operation as Operation)?.entity
    return isOfRows ? [{ table: id, call, shown, given: Object.keys(input) }] : []
  })
}

type Operation = { kind: string; entity: string; export: { from?: string } } | undefined
// biome-ignore lint/suspicious/noExplicitAny: documents are read here as JSON
type Table = any

/** A filter of a range has two parameters. */
function parametersOf([name, filter]: [string, unknown]): string[] {
  const range = isRecord(filter) ? filter['x-range'] : undefined
  return isRecord(range) ? Object.values(range).map(String) : [name]
}

function stepsIn(value: unknown): { call: string; input: object }[] {
  if (Array.isArray(value)) return value.flatMap(stepsIn)
  if (!isRecord(value)) return []
  const call = value.call ?? value.download
  const own = typeof call === 'string' ? [{ call, input: isRecord(value.input) ? value.input : {} }] : []
  return [...own, ...Object.values(value).flatMap(stepsIn)]
}
