/** An action that calls for personal values in full and gives no reason asks for one first, in the way that the app document says under `reveal`. */
import { isRecord } from '../isRecord.ts'
import type { Json } from '../language/shortForm.ts'
import type { FindMembers } from './FindMembers.ts'
import { changed } from './takeMembers.ts'

/** Input of a call of kind reveal. */
const REASON = 'reason'

/** @param content a page, fragment, table or action in the long form. @returns the same object where nothing is added */
export function fillReveals(content: Json, membersOf: FindMembers): Json {
  return visit(content, membersOf) as Json
}

/** An action that asks what the app says before a call for one row, or for the rows of a file.
 *  @returns the same object where the app says nothing */
export function askReason(action: Json, of: 'row' | 'rows', membersOf: FindMembers): Json {
  const { reveal } = membersOf('app', '') ?? {}
  const asked = isRecord(reveal) ? reveal[of] : undefined
  if (!isRecord(asked) || !isRecord(asked.dialog) || !Array.isArray(action.steps)) return action
  const steps = action.steps.map((step) => (isRecord(step) && reads(step, of, membersOf) ? { ...step, input: given(step, asked) } : step))
  return { ...action, dialog: { title: action.label, ...asked.dialog }, steps }
}

function visit(value: unknown, membersOf: FindMembers): unknown {
  if (Array.isArray(value)) return changed(value, (item) => visit(item, membersOf))
  if (!isRecord(value)) return value
  if (
    Array.isArray(value.steps) &&
    value.dialog === undefined &&
    value.steps.some((step) => isRecord(step) && reads(step, 'row', membersOf))
  )
    return askReason(value, 'row', membersOf)
  let result: Json = value
  for (const [key, member] of Object.entries(value)) {
    const filled = visit(member, membersOf)
    if (filled !== member) result = { ...result, [key]: filled }
  }
  return result
}

function reads(step: Json, of: 'row' | 'rows', membersOf: FindMembers): boolean {
  if (isRecord(step.input) && REASON in step.input) return false
  const id = of === 'row' ? step.call : step.download
  const operation = typeof id === 'string' ? membersOf('call', id)?.operation : undefined
  if (!isRecord(operation)) return false
  return of === 'row' ? operation.kind === 'reveal' : operation.kind === 'export'
}

function given({ input }: Json, asked: Json): Json {
  return { ...(isRecord(input) && input), ...(isRecord(asked.input) && asked.input) }
}
