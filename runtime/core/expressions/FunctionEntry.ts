/** How a function of the language is written down: a signature in words, what it does, and the code. The tables made of entries are read by
 *  the checker, the evaluator, editors (completion) and the SQL compiler. */
import type { Budget } from './Budget.ts'
import type { ScopeType } from './types.ts'

/** The code of a function; `args` have been checked against the parameters. @throws EvaluationFault */
export type Run = { run(args: readonly unknown[], budget: Budget): unknown }['run']

export interface FunctionEntry {
  /** Name as called; functions of a namespace with the dot (`math.abs`). */
  readonly name: string
  /** Called on a receiver (`text.contains("a")`), which is then the first parameter. */
  readonly method: boolean
  readonly parameters: readonly ScopeType[]
  /** The last parameter may come any number of times (at least once). */
  readonly variadic: boolean
  readonly returns: ScopeType
  /** The type of the result where it depends on the arguments. */
  readonly returnsOf?: (given: readonly ScopeType[]) => ScopeType
  readonly signature: string
  readonly description: string
  /** What a null argument gives; `pass`: the code wants to see it. */
  readonly whenNull: unknown
  readonly run: Run
}

interface Extra {
  returnsOf?: FunctionEntry['returnsOf']
  whenNull?: unknown
}

/** The mark for `whenNull`: nulls are handed to the code. */
export const PASS_NULLS = Symbol('pass nulls')

const RECEIVERS = ['string', 'list', 'map', 'bytes', 'timestamp', 'duration', 'number', 'dyn']
const SIGNATURE = /^(?:(\w+)\.)?(\w+)\((.*)\): (.+)$/

/**
 * Makes an entry from its signature: `string.contains(string): boolean`, `max(dyn...): dyn`, `math.abs(number): number`.
 * A null argument gives false for tests and null for the rest, unless `whenNull` says otherwise.
 */
export function functionEntry(signature: string, description: string, run: Run, extra: Extra = {}): FunctionEntry {
  const [, prefix, name, inside, result] = SIGNATURE.exec(signature)!
  const method = prefix !== undefined && RECEIVERS.includes(prefix)
  const words = inside === '' ? [] : inside!.split(', ')
  const variadic = words.at(-1)?.endsWith('...') ?? false
  const parameters = [...(method ? [prefix] : []), ...words.map((word) => word.replace('...', ''))].map(readType)
  const returns = readType(result!)
  return Object.freeze({
    name: prefix && !method ? `${prefix}.${name}` : name!,
    method,
    parameters,
    variadic,
    returns,
    ...(extra.returnsOf ? { returnsOf: extra.returnsOf } : {}),
    signature,
    description,
    whenNull: 'whenNull' in extra ? extra.whenNull : returns === 'boolean' ? false : null,
    run,
  })
}

function readType(word: string): ScopeType {
  const list = /^list<(\w+)>$/.exec(word)
  return list ? { list: list[1] as ScopeType } : (word as ScopeType)
}
