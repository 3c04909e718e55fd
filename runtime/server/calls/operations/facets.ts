/** `facets` of a list: how many rows each value of a filter would leave. */
import { literal, quote } from '../../database/tableNames.ts'

/** Parameter -> value -> rows; null when there are too many rows to count them for a page. */
export type Facets = Readonly<Record<string, Readonly<Record<string, number>>>> | null

export interface FacetRow {
  facet: string
  /** Null: rows without a value, or with `rows` alone the number of all. */
  value: string | null
  rows: number
}

/** Most rows that are counted. */
const MAX_COUNTED = 20_000
/** Name of the line that tells how many rows were read; no parameter has it. */
const ALL = '.all'

/** SQL: one line for each value of each facet, and one for all of them together. @param rows statement of the rows, with a column for each field */
export function facetCounts(rows: string, facets: readonly { name: string; field: string }[]): string {
  const fields = [...new Set(facets.map(({ field }) => field))]
  const sets = [...fields.map((field) => `(rows.${quote(field)})`), '()'].join(', ')
  const isOf = (field: string) => `GROUPING(rows.${quote(field)}) = 0`
  const name = facets.map((facet) => `WHEN ${isOf(facet.field)} THEN ${literal(facet.name)}`).join(' ')
  const value = fields.map((field) => `WHEN ${isOf(field)} THEN rows.${quote(field)}::text`).join(' ')
  return `(SELECT CASE ${name} ELSE ${literal(ALL)} END AS facet, CASE ${value} END AS value, count(*)::integer AS rows
    FROM (${rows} LIMIT ${MAX_COUNTED + 1}) AS rows GROUP BY GROUPING SETS (${sets}))`
}

/** A value of a parameter of the condition, and the condition that it alone makes. */
export interface AskedValue {
  facet: string
  value: string | number | boolean
  condition: string
}

/** SQL: the rows are read once, and counted for each value that fits them. @param rows statement of the rows, whole @param alias that the conditions know */
export function askedCounts(rows: string, alias: string, values: readonly AskedValue[]): string {
  const counts = values.map(({ condition }, index) => `count(*) FILTER (WHERE ${condition})::integer AS c${index}`)
  const lines = values.map(({ facet, value }, index) => `(${literal(facet)}, ${literal(String(value))}, c${index})`)
  return `(SELECT line.facet, line.value, line.rows FROM (SELECT ${counts.join(', ')}, count(*)::integer AS read
    FROM (${rows} LIMIT ${MAX_COUNTED + 1}) AS ${alias}) AS counted,
    LATERAL (VALUES ${lines.join(', ')}, (${literal(ALL)}, NULL, read)) AS line (facet, value, rows) WHERE line.rows > 0)`
}

/** @param names all facets: one without a row has an empty object */
export function facetsReply(rows: readonly FacetRow[], names: readonly string[]): Facets {
  if (rows.some(({ facet, rows: read }) => facet === ALL && read > MAX_COUNTED)) return null
  const of = (name: string) => rows.filter(({ facet, value }) => facet === name && value !== null)
  return Object.fromEntries(names.map((name) => [name, Object.fromEntries(of(name).map(({ value, rows: count }) => [value, count]))]))
}
