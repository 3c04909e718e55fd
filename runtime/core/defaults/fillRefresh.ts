/** Actions of a table that write rows of its entity and declare no `refresh` refresh the table. */
import { isRecord } from '../isRecord.ts'
import type { Json } from '../language/shortForm.ts'
import type { FindMembers } from './FindMembers.ts'
import { readEntity } from './readEntity.ts'

const WRITES = ['create', 'update', 'remove', 'transition', 'move']
/** Steps that decide themselves what is shown next. */
const LEADING = ['refresh', 'navigate', 'run', 'open', 'do']

/** @param action in the long form; the same object where it says itself what happens, or writes something else */
export function fillRefresh(action: unknown, table: { id: string; entity: string }, membersOf: FindMembers): unknown {
  if (!isRecord(action) || !Array.isArray(action.steps)) return action
  const steps = action.steps.filter(isRecord)
  const isPlain = !steps.some((step) => LEADING.some((key) => key in step))
  const writes = steps.some(({ call }) => typeof call === 'string' && writtenEntity(call, membersOf) === table.entity)
  return isPlain && writes ? { ...action, steps: [...action.steps, { refresh: [table.id] }] } : action
}

function writtenEntity(id: string, membersOf: FindMembers): string | undefined {
  const operation: Json | undefined = isRecord(membersOf('call', id)?.operation) ? (membersOf('call', id)?.operation as Json) : undefined
  if (operation?.kind === 'call' && typeof operation.call === 'string') return writtenEntity(operation.call, membersOf)
  return WRITES.includes(String(operation?.kind)) ? readEntity(id, membersOf) : undefined
}
