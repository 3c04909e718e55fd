/** Filters of a table that something else on its page sets, in the address; part of the first load, unlike the table itself. */
import type { TableFilterPreset } from '../../runtime/core/documents.ts'

/** Name of a table's page in the address. */
export const PAGE = 'page'

/** What the names of a table begin with in the address: `loans.` for `library.loans`. */
export function tablePrefix(id: string): string {
  return `${id.slice(id.lastIndexOf('.') + 1)}.`
}

/** The address with some filters of a table set or taken away, on its first page. */
export function withPreset(address: string, { table, values, query = {} }: TableFilterPreset): string {
  const params = new URLSearchParams(address)
  const prefix = tablePrefix(table)
  for (const [name, value] of Object.entries(values)) {
    params.delete(`${prefix}${name}`)
    if (value !== null) params.set(`${prefix}${name}`, String(value))
  }
  params.delete(`${prefix}${PAGE}`)
  for (const [name, value] of Object.entries(query)) params.set(name, value)
  return params.toString()
}

/** Whether the table is filtered just so, whatever else it is filtered by. */
export function hasPreset(address: string, { table, values }: TableFilterPreset): boolean {
  const params = new URLSearchParams(address)
  const prefix = tablePrefix(table)
  return Object.entries(values).every(([name, value]) => {
    const present = params.getAll(`${prefix}${name}`).filter(Boolean)
    return value === null ? present.length === 0 : present.length === 1 && present[0] === String(value)
  })
}
