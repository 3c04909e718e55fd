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
const MOST_COUNTED = 20_000
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
    FROM (${rows} LIMIT ${MOST_COUNTED + 1}) AS rows GROUP BY GROUPING SETS (${sets}))`
}

/** @param names all facets: one without a row has an empty object */
export function facetsReply(rows: readonly FacetRow[], names: readonly string[]): Facets {
  if (rows.some(({ facet, rows: read }) => facet === ALL && read > MOST_COUNTED)) return null
  const of = (name: string) => rows.filter(({ facet, value }) => facet === name && value !== null)
  return Object.fromEntries(names.map((name) => [name, Object.fromEntries(of(name).map(({ value, rows: count }) => [value, count]))]))
}
