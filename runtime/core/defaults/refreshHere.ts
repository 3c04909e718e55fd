/** Actions that a table takes from another one refresh the table in which they stand. */
import { isRecord } from '../isRecord.ts'
import type { Json } from '../language/shortForm.ts'

const LISTS_OF_ACTIONS = ['toolbar', 'rowActions', 'bulkActions', 'matchingActions']
const TAKE = '...'

/** @param written  the table before it took members: says what comes from where */
export function refreshHere(table: Json, written: Json): Json {
  const provided = Object.entries(written).flatMap(([key, names]) =>
    key.startsWith(TAKE)
      ? LISTS_OF_ACTIONS.filter((list) => takes(names, list)).map((list) => [list, key.slice(TAKE.length)] as const)
      : [],
  )
  return { ...table, ...Object.fromEntries(provided.map(([list, source]) => [list, renamed(table[list], source, String(table.id))])) }
}

function takes(names: unknown, list: string): boolean {
  return names === 'all' || (Array.isArray(names) && names.includes(list))
}

function renamed(actions: unknown, source: string, own: string): unknown {
  if (!Array.isArray(actions)) return actions
  return actions.map((action) => (isRecord(action) && Array.isArray(action.steps) ? { ...action, steps: action.steps.map(step) } : action))
  function step(each: unknown): unknown {
    if (!isRecord(each) || !Array.isArray(each.refresh)) return each
    return { ...each, refresh: each.refresh.map((name) => (name === source ? own : name)) }
  }
}
