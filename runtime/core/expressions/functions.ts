/** All functions of the language. CEL's own and its usual extensions, then ours. Numbers are one type; nulls in, nulls out (tests: false). */
import type { FunctionEntry } from './FunctionEntry.ts'
import { addressFunctions } from './functions/address.ts'
import { calendarFunctions } from './functions/calendar.ts'
import { conversionFunctions } from './functions/conversion.ts'
import { listFunctions } from './functions/list.ts'
import { numberFunctions } from './functions/number.ts'
import { rowFunctions } from './functions/rows.ts'
import { temporalFunctions } from './functions/temporal.ts'
import { textFunctions } from './functions/text.ts'

/** The table, for documentation and completion. */
export const functionTable: readonly FunctionEntry[] = Object.freeze([
  ...textFunctions,
  ...numberFunctions,
  ...listFunctions,
  ...calendarFunctions,
  ...addressFunctions,
  ...conversionFunctions,
  ...temporalFunctions,
  ...rowFunctions,
])

/** Names that carry a namespace, such as `math.abs`. */
export const namespacedFunctions: ReadonlySet<string> = new Set(
  functionTable.filter((entry) => entry.name.includes('.')).map((entry) => entry.name),
)

/** The entries a call may mean, by name, form and number of arguments (receiver not counted). */
export function candidatesOf(name: string, method: boolean, count: number): readonly FunctionEntry[] {
  const length = count + (method ? 1 : 0)
  return (byName.get(name) ?? []).filter(
    (entry) => entry.method === method && (entry.variadic ? length >= entry.parameters.length : length === entry.parameters.length),
  )
}

/** Names of functions, or of methods. */
export function functionNames(method: boolean): string[] {
  return [...new Set(functionTable.filter((entry) => entry.method === method).map((entry) => entry.name))]
}

/** All entries of a name, whatever the arguments: for messages. */
export function entriesOf(name: string, method: boolean): readonly FunctionEntry[] {
  return (byName.get(name) ?? []).filter((entry) => entry.method === method)
}

const byName = Map.groupBy(functionTable, (entry) => entry.name)
