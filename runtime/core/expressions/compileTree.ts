/** Tree -> closures. Interpreted: no code is generated. What is missing is null and flows through: `null.x` is null, arithmetic with null is null,
 *  an order with null is false, `!null` is true, `null && x` is false, a macro over null goes over nothing. */
import { type Ast, type BinaryNode, type CallNode, type MacroNode, type MapNode, walk } from './ast.ts'
import type { Budget } from './Budget.ts'
import { EvaluationFault } from './EvaluationFault.ts'
import { type FunctionEntry, PASS_NULLS } from './FunctionEntry.ts'
import { typeNames } from './functions/conversion.ts'
import { candidatesOf } from './functions.ts'
import { addDuration, Duration, differenceOf, subtractDuration, sumOf, Timestamp } from './temporal.ts'
import { kindOf, type ScopeType } from './types.ts'
import { compare, fromData, isEqual, keysOf, kindOfValue, type MapValue, readKey } from './values.ts'

export interface Frame {
  readonly scope: Readonly<Record<string, unknown>>
  /** Values of the variables bound by macros, by slot. */
  readonly locals: unknown[]
  readonly budget: Budget
}
/** @throws EvaluationFault, ExpressionError (limits) */
export type Evaluate = (frame: Frame) => unknown

/** Compiles a tree. Never throws: what is wrong faults when it is reached. */
export function compileTree(root: Ast): Evaluate {
  return compile(root, new Map())
}

type Slots = ReadonlyMap<string, number>

function compile(node: Ast, slots: Slots): Evaluate {
  switch (node.kind) {
    case 'literal': {
      const { value } = node
      return () => value
    }
    case 'ident':
      return compileIdent(node.name, slots)
    case 'member':
      return compileMember(compile(node.object, slots), node.property)
    case 'has': {
      const read = compileMember(compile(node.object, slots), node.property)
      return (frame) => read(frame) !== null
    }
    case 'index':
      return compileIndex(compile(node.object, slots), compile(node.index, slots))
    case 'call':
      return compileCall(node, slots)
    case 'unary':
      return node.op === '!' ? compileNot(compile(node.operand, slots)) : compileMinus(compile(node.operand, slots))
    case 'binary':
      return compileBinary(node, slots)
    case 'conditional': {
      const [test, yes, no] = [compile(node.test, slots), compile(node.yes, slots), compile(node.no, slots)]
      return (frame) => (truth(test(frame)) ? yes(frame) : no(frame))
    }
    case 'list': {
      const items = node.items.map((item) => compile(item, slots))
      return (frame) => items.map((item) => item(frame))
    }
    case 'map':
      return compileMap(node, slots)
    case 'macro':
      return compileMacro(node, slots)
    case 'bind': {
      const value = compile(node.value, slots)
      const slot = slots.size
      const body = compile(node.body, new Map(slots).set(node.variable, slotFor(slots, node.variable)))
      return (frame) => {
        const kept = value(frame)
        return withLocal(frame, slots.get(node.variable) ?? slot, kept, body)
      }
    }
  }
}

/** An inner name uses the slot of the outer one that it shadows; `withLocal` restores it. */
function slotFor(slots: Slots, name: string): number {
  return slots.get(name) ?? slots.size
}

function withLocal(frame: Frame, slot: number, value: unknown, body: Evaluate): unknown {
  const before = frame.locals[slot]
  frame.locals[slot] = value
  try {
    return body(frame)
  } finally {
    frame.locals[slot] = before
  }
}

function compileIdent(name: string, slots: Slots): Evaluate {
  const slot = slots.get(name)
  if (slot !== undefined) return (frame) => frame.locals[slot]
  const type = Object.hasOwn(typeNames, name) ? typeNames[name]! : null
  if (!type) return (frame) => readKey(frame.scope, name)
  return (frame) => (Object.hasOwn(frame.scope, name) ? readKey(frame.scope, name) : type)
}

function compileMember(object: Evaluate, property: string): Evaluate {
  return (frame) => readMember(object(frame), property)
}

function readMember(target: unknown, property: string): unknown {
  const kind = kindOfValue(target)
  if (kind === 'map') return readKey(target as MapValue, property)
  if (kind === 'null') return null
  throw new EvaluationFault(`a ${kind} has no field "${property}"`)
}

function compileIndex(object: Evaluate, index: Evaluate): Evaluate {
  return (frame) => {
    const target = object(frame)
    const key = index(frame)
    const kind = kindOfValue(target)
    if (kind === 'null' || key === null) return null
    if (kind === 'map') return readKey(target as MapValue, key)
    if (kind !== 'list') throw new EvaluationFault(`a ${kind} has no members`)
    if (!Number.isInteger(key)) throw new EvaluationFault('a list is read by whole numbers')
    return fromData((target as unknown[])[key as number])
  }
}

/** null counts as false; anything but true and false is a fault. */
function truth(value: unknown): boolean {
  if (value === true) return true
  if (value === false || value === null) return false
  throw new EvaluationFault(`a ${kindOfValue(value)} is neither true nor false`)
}

function compileNot(operand: Evaluate): Evaluate {
  return (frame) => !truth(operand(frame))
}

function compileMinus(operand: Evaluate): Evaluate {
  return (frame) => {
    const value = operand(frame)
    if (value === null) return null
    if (typeof value === 'number') return -value
    throw new EvaluationFault(`a ${kindOfValue(value)} has no negative`)
  }
}

function compileBinary(node: BinaryNode, slots: Slots): Evaluate {
  const left = compile(node.left, slots)
  const right = compile(node.right, slots)
  switch (node.op) {
    case '&&':
      return compileLogic(left, right, false)
    case '||':
      return compileLogic(left, right, true)
    case '==':
      return (frame) => isEqual(left(frame), right(frame), frame.budget)
    case '!=':
      return (frame) => !isEqual(left(frame), right(frame), frame.budget)
    case 'in':
      return (frame) => isIn(left(frame), right(frame), frame.budget)
    case '<':
      return compileOrder(left, right, (order) => order < 0)
    case '<=':
      return compileOrder(left, right, (order) => order <= 0)
    case '>':
      return compileOrder(left, right, (order) => order > 0)
    case '>=':
      return compileOrder(left, right, (order) => order >= 0)
    default:
      return compileArithmetic(node.op, left, right)
  }
}

/** `decided` ends it: false for `&&`, true for `||`. A fault of one side is forgotten when the other side decides. */
function compileLogic(left: Evaluate, right: Evaluate, decided: boolean): Evaluate {
  return (frame) => {
    let fault: EvaluationFault | null = null
    try {
      if (truth(left(frame)) === decided) return decided
    } catch (error) {
      if (!(error instanceof EvaluationFault)) throw error
      fault = error
    }
    if (truth(right(frame)) === decided) return decided
    if (fault) throw fault
    return !decided
  }
}

function compileOrder(left: Evaluate, right: Evaluate, holds: (order: number) => boolean): Evaluate {
  return (frame) => {
    const a = left(frame)
    const b = right(frame)
    return a !== null && b !== null && holds(compare(a, b, frame.budget))
  }
}

function isIn(item: unknown, container: unknown, budget: Budget): boolean {
  if (container === null) return false
  const kind = kindOfValue(container)
  if (kind === 'map') return readKey(container as MapValue, item) !== null
  if (kind !== 'list') throw new EvaluationFault(`nothing is in a ${kind}`)
  for (const member of container as unknown[]) {
    budget.spend(1)
    if (isEqual(item, fromData(member), budget)) return true
  }
  return false
}

function compileArithmetic(op: BinaryNode['op'], left: Evaluate, right: Evaluate): Evaluate {
  const onNumbers = NUMBERS[op]!
  return (frame) => {
    const a = left(frame)
    const b = right(frame)
    if (typeof a === 'number' && typeof b === 'number') return onNumbers(a, b)
    if (a === null || b === null) return null
    const result = onOthers(op, a, b, frame.budget)
    if (result === undefined) throw new EvaluationFault(`no such overload: ${kindOfValue(a)} ${op} ${kindOfValue(b)}`)
    return result
  }
}

const NUMBERS: Readonly<Record<string, (a: number, b: number) => number | null>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / nonZero(b),
  '%': remainder,
}

/** Null for fractions: CEL has no remainder of them, and in SQL it would differ in the last digits. */
function remainder(a: number, b: number): number | null {
  return Number.isInteger(a) && Number.isInteger(b) ? a % nonZero(b) : null
}

function nonZero(divisor: number): number {
  if (divisor === 0) throw new EvaluationFault('division by zero')
  return divisor
}

function onOthers(op: string, a: unknown, b: unknown, budget: Budget): unknown {
  if (op === '+') {
    if (typeof a === 'string' && typeof b === 'string') {
      budget.spendText(a.length + b.length)
      return a + b
    }
    if (Array.isArray(a) && Array.isArray(b)) {
      budget.spend(a.length + b.length)
      return [...a, ...b]
    }
    if (a instanceof Uint8Array && b instanceof Uint8Array) {
      budget.spendText(a.length + b.length)
      return Uint8Array.of(...a, ...b)
    }
    if (a instanceof Timestamp && b instanceof Duration) return addDuration(a, b)
    if (a instanceof Duration && b instanceof Timestamp) return addDuration(b, a)
    if (a instanceof Duration && b instanceof Duration) return sumOf(a, b, 1)
  } else if (op === '-') {
    if (a instanceof Timestamp && b instanceof Timestamp) return differenceOf(a, b)
    if (a instanceof Timestamp && b instanceof Duration) return subtractDuration(a, b)
    if (a instanceof Duration && b instanceof Duration) return sumOf(a, b, -1)
  }
  return undefined
}

function compileMap(node: MapNode, slots: Slots): Evaluate {
  const entries = node.entries.map(({ key, value }) => ({ key: compile(key, slots), value: compile(value, slots) }))
  const names = node.entries.map(({ key }) => (key.kind === 'literal' && typeof key.value === 'string' ? key.value : null))
  const isPlain = names.every((name) => name !== null && name !== '__proto__') && new Set(names).size === names.length
  if (!isPlain) return (frame) => makeMap(entries.map(({ key, value }) => [key(frame), value(frame)]))
  return (frame) => {
    const map: Record<string, unknown> = {}
    for (let i = 0; i < entries.length; i++) map[names[i]!] = entries[i]!.value(frame)
    return map
  }
}

function makeMap(entries: [key: unknown, value: unknown][]): MapValue {
  const map = new Map<unknown, unknown>()
  for (const [key, value] of entries) {
    if (typeof key !== 'string' && typeof key !== 'boolean' && typeof key !== 'number') throw new EvaluationFault('not a key of a map')
    if (map.has(key)) throw new EvaluationFault(`the key ${String(key)} stands twice`)
    map.set(key, value)
  }
  return entries.every(([key]) => typeof key === 'string') ? (Object.fromEntries(map) as MapValue) : map
}

function compileMacro(node: MacroNode, slots: Slots): Evaluate {
  const target = compile(node.target, slots)
  const slot = slotFor(slots, node.variable)
  const inner = new Map(slots).set(node.variable, slot)
  const body = compile(node.body, inner)
  const filter = node.filter ? compile(node.filter, inner) : null
  const cost = 2 + costOf(node.body) + (node.filter ? costOf(node.filter) : 0)
  const loop = LOOPS[node.name]
  return (frame) => {
    const items = itemsOf(target(frame))
    const before = frame.locals[slot]
    const at = (item: unknown) => {
      frame.budget.spend(cost)
      frame.locals[slot] = fromData(item)
    }
    try {
      return loop(items, { at, body: () => body(frame), filter: filter && (() => truth(filter(frame))), item: () => frame.locals[slot] })
    } finally {
      frame.locals[slot] = before
    }
  }
}

/** Steps of evaluating a tree once, without what its loops and functions pay themselves. */
function costOf(root: Ast): number {
  let cost = 0
  walk(root, (node) => {
    cost += NODE_COSTS[node.kind] ?? 1
    if (node.kind === 'map') cost += node.entries.length
  })
  return cost
}

const NODE_COSTS: Readonly<Partial<Record<Ast['kind'], number>>> = { call: 4, map: 4, list: 3, macro: 4, bind: 3 }

function itemsOf(target: unknown): readonly unknown[] {
  const kind = kindOfValue(target)
  if (kind === 'list') return target as unknown[]
  if (kind === 'map') return keysOf(target as MapValue)
  if (kind === 'null') return []
  throw new EvaluationFault(`a ${kind} has no members to go over`)
}

interface Loop {
  /** Sets the variable; must come before the others. */
  at: (item: unknown) => void
  body: () => unknown
  filter: (() => boolean) | null
  item: () => unknown
}

const LOOPS: Readonly<Record<MacroNode['name'], (items: readonly unknown[], loop: Loop) => unknown>> = {
  all: (items, loop) => decide(items, loop, false),
  exists: (items, loop) => decide(items, loop, true),
  existsOne(items, { at, body }) {
    let count = 0
    for (const item of items) {
      at(item)
      if (truth(body())) count++
    }
    return count === 1
  },
  filter(items, { at, body, item }) {
    const kept: unknown[] = []
    for (const member of items) {
      at(member)
      if (truth(body())) kept.push(item())
    }
    return kept
  },
  map(items, { at, body, filter }) {
    const made: unknown[] = []
    for (const item of items) {
      at(item)
      if (!filter || filter()) made.push(body())
    }
    return made
  },
}

/** `exists` ends at the first true, `all` at the first false; a fault counts only when nothing decides. */
function decide(items: readonly unknown[], { at, body }: Loop, decided: boolean): boolean {
  let fault: EvaluationFault | null = null
  for (const item of items) {
    at(item)
    try {
      if (truth(body()) === decided) return decided
    } catch (error) {
      if (!(error instanceof EvaluationFault)) throw error
      fault = error
    }
  }
  if (fault) throw fault
  return !decided
}

function compileCall(node: CallNode, slots: Slots): Evaluate {
  const operands = (node.receiver ? [node.receiver, ...node.args] : node.args).map((operand) => compile(operand, slots))
  const candidates = candidatesOf(node.name, node.receiver !== null, node.args.length)
  // plain loops: calls are what evaluations spend their time on
  return (frame) => {
    const args: unknown[] = []
    let hasNull = false
    for (const operand of operands) {
      const value = operand(frame)
      args.push(value)
      if (value === null) hasNull = true
    }
    for (const candidate of candidates)
      if (isTakenBy(candidate, args))
        return hasNull && candidate.whenNull !== PASS_NULLS ? candidate.whenNull : candidate.run(args, frame.budget)
    throw new EvaluationFault(`no such overload: ${node.name}(${args.map(kindOfValue).join(', ')})`)
  }
}

function isTakenBy(entry: FunctionEntry, args: readonly unknown[]): boolean {
  const { parameters } = entry
  for (let i = 0; i < args.length; i++)
    if (args[i] !== null && !isOfType(args[i], parameters[i < parameters.length ? i : parameters.length - 1]!)) return false
  return true
}

function isOfType(value: unknown, type: ScopeType): boolean {
  return type === 'dyn' || kindOfValue(value) === kindOf(type)
}
