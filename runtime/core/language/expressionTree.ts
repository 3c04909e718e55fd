/** Long expressions as a tree of JSON, and back. `cases` stands for `?:`, `all` and `any` for `&&` and `||`, `page` for `address()`: each part is then a short
 *  expression in a line of its own. Both ways give the same text, so that the printer keeps what it reads. */
import { pointer } from '../documents/failure.ts'
import type { Ast } from '../expressions/ast.ts'
import { childrenOf, isTextLiteral } from '../expressions/ast.ts'
import { parsedOrNone } from '../expressions/parsedOrNone.ts'
import { isRecord } from '../isRecord.ts'
import { isExpression } from './expressionForm.ts'
import type { Json, Mistake } from './shortForm.ts'
import { textForm } from './textForm.ts'

/** Characters of an expression in one line; a longer one is written as a tree, where it has parts. */
export const LONGEST_EXPRESSION = 120
/** `?` of an expression in one line. */
export const MAX_CONDITIONALS = 1

const JOINTS = { all: '&&', any: '||' } as const
const PAGE_KEYS = ['page', 'route', 'with']
const PLAIN_STRING = /^(?![=@])/

/** Whether a value is `{ "cases": [...] }`. */
export function isCases(value: unknown): value is { cases: unknown[] } {
  return isRecord(value) && Array.isArray(value.cases) && Object.keys(value).length === 1
}

/** Whether a value is `{ "all": ["=..."] }` or `{ "any": ["=..."] }`. */
export function isConditions(value: unknown): value is Json {
  if (!isRecord(value) || Object.keys(value).length !== 1) return false
  const list = value.all ?? value.any
  return Array.isArray(list) && list.length > 0 && list.every((one) => isCondition(one))
}

/** Whether a value is `{ "page": "area.name", "with": { ... } }`. */
export function isPage(value: unknown): value is Json {
  return (
    isRecord(value) &&
    typeof value.page === 'string' &&
    value.page.includes('.') &&
    Object.keys(value).every((key) => PAGE_KEYS.includes(key))
  )
}

/** Whether a value is a text in two languages with places in it. */
function isWords(value: unknown): boolean {
  return isRecord(value) && 'with' in ((textForm.expand(value, { root: {} })?.value as object | undefined) ?? {})
}

/** What is written for an expression: `"=..."` or a tree; undefined for anything else. */
export function readExpression(value: unknown): { cel: string; mistakes: readonly Mistake[] } | undefined {
  if (typeof value === 'string' ? !value.startsWith('=') : !(isCases(value) || isConditions(value))) return undefined
  const reading: TreeReading = { mistakes: [] }
  return { cel: sourceOfTree(value, '', reading), mistakes: reading.mistakes }
}

/** The inverse: a tree where one line would say too much. */
export function writeExpression(cel: string): unknown {
  const tree = treeOfSource(cel)
  return isPage(tree) ? `=${cel}` : (tree ?? `=${cel}`)
}

/** What `then` may be: any value, or an address where those are asked for. */
export interface TreeReading {
  mistakes: Mistake[]
}

/** A tree, or any value with expressions in it -> the text of one expression. */
export function sourceOfTree(value: unknown, path: string, reading: TreeReading): string {
  if (typeof value === 'string') return value.startsWith('=') ? value.slice(1).trim() : quoted(value)
  if (isCases(value)) return sourceOfCases(value.cases, pointer(path, 'cases'), reading)
  if (isConditions(value)) return sourceOfConditions(value, path, reading)
  if (isPage(value)) return sourceOfPage(value, path, reading)
  if (Array.isArray(value)) return `[${value.map((item, index) => sourceOfTree(item, pointer(path, index), reading)).join(', ')}]`
  if (!isRecord(value)) return String(value)
  if (isWords(value)) return sourceOfWords(value)
  if (isExpression(value)) return value.cel
  const spread = Object.keys(value).find((key) => key.startsWith('...'))
  if (spread !== undefined) reading.mistakes.push(mistake(pointer(path, spread), 'each value by its own name', `"${spread}"`))
  const entries = Object.entries(value).map(([key, item]) => `${quoted(key)}: ${sourceOfTree(item, pointer(path, key), reading)}`)
  return `{${entries.join(', ')}}`
}

/** A text with places: the object that the screen fills in. */
function sourceOfWords(value: unknown): string {
  const { text, with: values } = textForm.expand(value, { root: {} })!.value as { text: Json; with: Json }
  const words = Object.entries(text).map(([lang, one]) => `${quoted(lang)}: ${quoted(String(one))}`)
  const given = Object.entries(values).map(([name, one]) => `${quoted(name)}: ${String((one as { cel?: unknown }).cel)}`)
  return `{'text': {${words.join(', ')}}, 'with': {${given.join(', ')}}}`
}

function sourceOfCases(cases: readonly unknown[], path: string, reading: TreeReading): string {
  if (cases.length === 0) reading.mistakes.push(mistake(path, 'at least one case', 'none'))
  let source = ''
  for (const [index, one] of cases.entries()) {
    const here = pointer(path, index)
    const isLast = index === cases.length - 1
    if (!isRecord(one) || !('then' in one) || Object.keys(one).some((key) => key !== 'when' && key !== 'then'))
      reading.mistakes.push(mistake(here, '{ "when": "=...", "then": ... }', shown(one)))
    else if (one.when === undefined && isLast) return source + branch(one.then, pointer(here, 'then'), reading, 'last')
    else if (!isCondition(one.when))
      reading.mistakes.push(mistake(pointer(here, 'when'), 'an expression, such as "=row.open"', shown(one.when)))
    else {
      const test = sourceOfTree(one.when, pointer(here, 'when'), reading)
      source += `${kindOf(test) === '?' ? `(${test})` : test} ? ${branch(one.then, pointer(here, 'then'), reading, 'inner')} : `
    }
  }
  return `${source}null`
}

function branch(then: unknown, path: string, reading: TreeReading, place: 'inner' | 'last'): string {
  const source = sourceOfTree(then, path, reading)
  return place === 'inner' && kindOf(source) === '?' ? `(${source})` : source
}

function sourceOfConditions(value: Json, path: string, reading: TreeReading): string {
  const key = 'all' in value ? 'all' : 'any'
  const parts = (value[key] as unknown[]).map((one, index) => {
    const source = sourceOfTree(one, pointer(pointer(path, key), index), reading)
    return kindOf(source) === undefined ? source : `(${source})`
  })
  return parts.join(` ${JOINTS[key]} `)
}

function sourceOfPage({ page, route, with: values }: Json, path: string, reading: TreeReading): string {
  const given = sourceOfTree(isRecord(values) ? values : {}, pointer(path, 'with'), reading)
  if (values !== undefined && !isRecord(values)) reading.mistakes.push(mistake(pointer(path, 'with'), 'values by name', shown(values)))
  return `address(${quoted(String(page))}, ${given}${route === undefined ? '' : `, ${quoted(String(route))}`})`
}

function isCondition(value: unknown): boolean {
  return (typeof value === 'string' && value.startsWith('=')) || isConditions(value) || isCases(value)
}

/** The text of one expression -> what is written for it; undefined where one line says it, or it has no such parts. */
export function treeOfSource(source: string): unknown {
  const ast = parsedOrNone(source)
  if (ast === undefined || !isLong(source, ast)) return undefined
  const tree = build(source, ast)
  return tree !== undefined && sourceOfTree(tree, '', { mistakes: [] }) === source ? tree : undefined
}

/** Whether one line says too much: too long, two `?`, or a branch that is a text in two languages. An address of a page is always a tree. */
function isLong(source: string, ast: Ast): boolean {
  if (source.length > LONGEST_EXPRESSION || isAddress(ast) || keysOf(ast) === 'text,with') return true
  if (ast.kind !== 'conditional') return false
  return (
    conditionals(ast) > MAX_CONDITIONALS || [ast.yes, ast.no].some((one) => ['zh,en', 'text,with'].includes(keysOf(one)) || isAddress(one))
  )
}

/** How many `?` an expression has. */
export function conditionals(ast: Ast): number {
  return (ast.kind === 'conditional' ? 1 : 0) + childrenOf(ast).reduce((sum, child) => sum + conditionals(child), 0)
}

function build(source: string, ast: Ast): unknown {
  const text = (node: Ast) => unwrapped(source.slice(node.start, node.end))
  if (ast.kind === 'conditional') return { cases: casesOf(source, ast) }
  if (isAddress(ast)) return pageOf(source, ast)
  if (ast.kind === 'map') return { cases: [caseOf(textOf(source, ast))] }
  if (ast.kind !== 'binary' || (ast.op !== '&&' && ast.op !== '||')) return undefined
  const parts = chainOf(source, ast, ast.op).map((node) => treeOfSource(text(node)) ?? `=${text(node)}`)
  return ast.op === '&&' ? { all: parts } : { any: parts }
}

function casesOf(source: string, ast: Extract<Ast, { kind: 'conditional' }>): Json[] {
  const { test, yes, no } = ast
  const when = writtenFor(source, test, false)
  const one = { when, ...caseOf(writtenFor(source, yes, true)) }
  if (no.kind === 'conditional') return [one, ...casesOf(source, no)]
  return no.kind === 'literal' && no.value === null ? [one] : [one, caseOf(writtenFor(source, no, true))]
}

/** A last case. Lint refuses the key in code, because promises have it. */
function caseOf(value: unknown): Json {
  return Object.fromEntries([['then', value]])
}

/** What is written for a part: literals as they are, where `plain` allows, objects and lists member by member. */
function writtenFor(source: string, node: Ast, plain: boolean): unknown {
  if (plain && node.kind === 'literal' && isPlain(node.value)) return node.value
  const text = plain ? textOf(source, node) : undefined
  if (text !== undefined) return text
  if (plain && node.kind === 'map' && node.entries.every(({ key }) => key.kind === 'literal' && typeof key.value === 'string'))
    return Object.fromEntries(
      node.entries.map(({ key, value }) => [(key as { value: unknown }).value as string, writtenFor(source, value, true)]),
    )
  const line = unwrapped(source.slice(node.start, node.end))
  return treeOfSource(line) ?? `=${line}`
}

/** A text with places, as it was written. */
function textOf(source: string, node: Ast): unknown {
  if (node.kind !== 'map' || keysOf(node) !== 'text,with') return undefined
  const [words, values] = node.entries.map(({ value }) => value)
  if (values?.kind !== 'map' || words === undefined) return undefined
  const given = values.entries.map(({ key, value }) => [isTextLiteral(key) ? key.value : '', { cel: source.slice(value.start, value.end) }])
  const long = { text: writtenFor(source, words, true), with: Object.fromEntries(given) }
  const short = textForm.contract(long, long, { root: {} })
  return short === long ? undefined : short
}

function isPlain(value: unknown): boolean {
  return !(value instanceof Uint8Array) && (typeof value !== 'string' || PLAIN_STRING.test(value))
}

/** The parts of `a && b && c`, however many. */
function chainOf(source: string, node: Ast, op: '&&' | '||'): Ast[] {
  if (node.kind !== 'binary' || node.op !== op) return [node]
  const left = isWrapped(source, node.left) ? [node.left] : chainOf(source, node.left, op)
  return [...left, node.right]
}

function pageOf(source: string, ast: Extract<Ast, { kind: 'call' }>): unknown {
  const [page, values, route] = ast.args
  const given = values && writtenFor(source, values, true)
  return {
    page: (page as { value: unknown }).value,
    ...(route && { route: (route as { value: unknown }).value }),
    ...(isRecord(given) && Object.keys(given).length > 0 && { with: given }),
  }
}

function isAddress(ast: Ast): ast is Extract<Ast, { kind: 'call' }> {
  if (ast.kind !== 'call' || ast.name !== 'address' || ast.receiver !== null) return false
  const [page, values, route] = ast.args
  return isTextLiteral(page) && page.value.includes('.') && values?.kind === 'map' && (route === undefined || isTextLiteral(route))
}

function keysOf(node: Ast): string {
  return node.kind === 'map' ? node.entries.map(({ key }) => isTextLiteral(key) && key.value).join() : ''
}

/** How a text would mix with what stands around it. */
function kindOf(source: string): '?' | '&&' | '||' | undefined {
  const ast = parsedOrNone(source)
  if (ast === undefined || isWrapped(source, ast)) return undefined
  if (ast.kind === 'conditional') return '?'
  return ast.kind === 'binary' && (ast.op === '&&' || ast.op === '||') ? ast.op : undefined
}

function isWrapped(source: string, node: Ast): boolean {
  const text = source.slice(node.start, node.end)
  return unwrapped(text) !== text
}

/** `(a || b)` without its brackets; `(a) || (b)` as it is. */
export function unwrapped(text: string): string {
  const inner = text.slice(1, -1)
  return text.startsWith('(') && text.endsWith(')') && parsedOrNone(inner) !== undefined ? unwrapped(inner.trim()) : text
}

function quoted(text: string): string {
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replaceAll("'", "\\'")
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t')
  return `'${escaped}'`
}

function mistake(path: string, expected: string, found: string): Mistake {
  return { path, expected, found, suggestion: 'the first case that holds gives the value; the last one may leave out "when"' }
}

function shown(value: unknown): string {
  return JSON.stringify(value) ?? 'nothing'
}
