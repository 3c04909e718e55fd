/** Which rules of a form read a field, and the same rules after it got another name. Found in the tree of each expression, so that a text or a
 *  variable of the same name is left alone. */

import { pointer } from '../documents/failure.ts'
import { formFields, type PlacedField } from '../documents/formFields.ts'
import type { FormDocument, FormField } from '../documents.ts'
import { type Ast, childrenOf } from '../expressions/ast.ts'
import { parseExpression } from '../expressions/parseExpression.ts'
import { placedSteps } from './allRules.ts'
import { pathSteps, readAt, writeAt } from './documentPath.ts'
import { lastStep } from './placeFields.ts'

/** One rule that reads a field. */
export interface Reference {
  /** JSON Pointer of the rule (`.../x-visibleWhen`). */
  path: string
  /** The field whose rule it is. */
  field: string
}

/** Rules of other fields that read the field at a path, or one inside of it. */
export function referencesTo(form: FormDocument, path: string): Reference[] {
  const target = templateOf(path)
  return rulesOf(form)
    .filter(({ owner }) => owner.path !== path && !owner.path.startsWith(`${path}/`))
    .filter(({ owner, source, twin }) =>
      twin ? isTwin(owner, source, path) : mentions(source, owner).some(({ chain }) => isInside(chain, target)),
    )
    .map((rule) => ({ path: rule.path, field: rule.owner.path }))
}

/**
 * Gives a field another name, in its place and in every rule that reads it.
 * @returns the form, and the field's new path; the form as it was when the name is taken or no name
 */
export function renameField(form: FormDocument, path: string, name: string): { form: FormDocument; path: string } {
  const holderPath = path.slice(0, path.lastIndexOf('/properties/'))
  const holder = readAt(form, holderPath) as Pick<FormField, 'properties' | 'required'>
  const old = lastStep(path)
  if (name === old || !isFieldName(name) || Object.hasOwn(holder.properties ?? {}, name)) return { form, path }
  const followed = followName(form, path, name)
  const now = readAt(followed, holderPath) as Pick<FormField, 'properties' | 'required'>
  const properties = Object.fromEntries(Object.entries(now.properties ?? {}).map(([key, field]) => [key === old ? name : key, field]))
  const required = now.required?.map((each) => (each === old ? name : each))
  const renamed = writeAt(followed, holderPath, { ...now, properties, ...(required ? { required } : {}) })
  return { form: renamed, path: pointer(`${holderPath}/properties`, name) }
}

/** Names that an expression can read. */
export function isFieldName(name: string): boolean {
  return /^[A-Za-z_]\w*$/.test(name) && !RESERVED.has(name)
}

/** What expressions of a form see beside its fields, and words of the language. */
const RESERVED = new Set(['item', 'context', 'session', 'now', 'true', 'false', 'null', 'in', 'has'])

function followName(form: FormDocument, path: string, name: string): FormDocument {
  const target = templateOf(path)
  let followed = form
  for (const { path: at, source, owner, twin } of rulesOf(form)) {
    if (twin) {
      if (isTwin(owner, source, path)) followed = writeAt(followed, at, name)
      continue
    }
    const spans = mentions(source, owner).filter(({ chain }) => chain.join('/') === target.join('/'))
    if (spans.length === 0) continue
    const ordered = [...spans].sort((a, b) => b.start - a.start)
    const text = ordered.reduce((words, { start, end }) => words.slice(0, start) + name + words.slice(end), source)
    followed = writeAt(followed, `${at}/cel`, text)
  }
  return followed
}

interface FormRule {
  path: string
  source: string
  owner: PlacedField
  /** Not an expression: the name of a field beside the owner. */
  twin: boolean
}

function rulesOf(form: FormDocument): FormRule[] {
  return [...formFields(form).flatMap(rulesOfField), ...placedSteps(form.steps).flatMap((owner, at) => rulesOfStep(form, owner, at))]
}

function rulesOfStep(form: FormDocument, owner: PlacedField, at: number): FormRule[] {
  const found: FormRule[] = []
  collect(form.steps?.[at]?.next, `${owner.path}/next`, owner, found)
  return found
}

function rulesOfField(owner: PlacedField): FormRule[] {
  const found: FormRule[] = []
  collect(owner.field, owner.path, owner, found)
  const { sameAs } = owner.field
  if (typeof sameAs === 'string') found.push({ path: pointer(owner.path, 'sameAs'), source: sameAs, owner, twin: true })
  return found
}

/** Expressions of one field; those of the fields inside of it are theirs. */
function collect(value: unknown, path: string, owner: PlacedField, found: FormRule[]): void {
  if (typeof value !== 'object' || value === null) return
  const { cel } = value as { cel?: unknown }
  if (typeof cel === 'string') {
    found.push({ path, source: cel, owner, twin: false })
    return
  }
  for (const [key, member] of Object.entries(value)) if (key !== 'properties') collect(member, pointer(path, key), owner, found)
}

function isTwin(owner: PlacedField, source: string, path: string): boolean {
  return `${owner.path.slice(0, owner.path.lastIndexOf('/'))}/${source}` === path
}

/** `/schema/properties/members/items/properties/age` -> members, *, age. */
function templateOf(path: string): string[] {
  const found: string[] = []
  // Behind each `properties` comes a name, behind a name `properties` or `items`.
  const steps = pathSteps(path).slice(1)
  for (let at = 0; at < steps.length; at += 1) {
    if (steps[at] === 'items') found.push('*')
    else {
      found.push(steps[at + 1] ?? '')
      at += 1
    }
  }
  return found
}

interface Mention {
  chain: string[]
  start: number
  end: number
}

function isInside(chain: readonly string[], target: readonly string[]): boolean {
  return target.every((step, index) => chain[index] === step)
}

/** Every place of an expression that reads a field, with its path from the root. None when it does not parse. */
function mentions(source: string, owner: PlacedField): Mention[] {
  let ast: Ast
  try {
    ast = parseExpression(source)
  } catch {
    return []
  }
  const rowOf = owner.row === null ? null : rowChain(owner)
  const found: Mention[] = []
  walk(ast, new Map(rowOf ? [['item', rowOf]] : []), { source, found })
  return found
}

/** Path of the row that a field stands in. */
function rowChain({ template }: PlacedField): string[] {
  const steps = pathSteps(template)
  return steps.slice(0, steps.lastIndexOf('*') + 1)
}

type Bound = ReadonlyMap<string, readonly string[] | null>
interface Walk {
  source: string
  found: Mention[]
}

/** @returns the path of the value, null when it is none of a field */
function walk(node: Ast, bound: Bound, into: Walk): readonly string[] | null {
  if (node.kind === 'ident') {
    if (bound.has(node.name)) return bound.get(node.name) ?? null
    into.found.push({ chain: [node.name], start: node.start, end: node.end })
    return [node.name]
  }
  if (node.kind === 'member' || node.kind === 'has') return member(node, walk(node.object, bound, into), into)
  if (node.kind === 'index') {
    const list = walk(node.object, bound, into)
    walk(node.index, bound, into)
    return list && [...list, '*']
  }
  if (node.kind === 'macro') {
    const list = walk(node.target, bound, into)
    const inner = new Map(bound).set(node.variable, list && [...list, '*'])
    if (node.filter) walk(node.filter, inner, into)
    walk(node.body, inner, into)
    return node.name === 'filter' ? list : null
  }
  if (node.kind === 'bind') {
    const value = walk(node.value, bound, into)
    return walk(node.body, new Map(bound).set(node.variable, value), into)
  }
  for (const child of childrenOf(node)) walk(child, bound, into)
  return null
}

function member(
  node: Extract<Ast, { kind: 'member' | 'has' }>,
  object: readonly string[] | null,
  { source, found }: Walk,
): readonly string[] | null {
  if (object === null) return null
  const chain = [...object, node.property]
  const start = source.indexOf(node.property, source.indexOf('.', node.object.end))
  found.push({ chain, start, end: start + node.property.length })
  return chain
}
