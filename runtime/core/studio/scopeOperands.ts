/** What a condition on a screen may ask about: the names that the linker knows at its place, in the words of the platform. */
import type { LocalText, Text } from '../documents.ts'
import { meaningOf, type ScopeType, type ScopeTypes } from '../expressions/types.ts'
import type { Operand, OperandType } from './ruleOperands.ts'
import { isReadable } from './visualRule.ts'

export interface ScopeWords {
  /** A text of the locale files in both languages; null without one. */
  words(key: string): LocalText | null
  inBoth(text: Text): LocalText
  /** Name of a source -> what it asks for. */
  sources: Readonly<Record<string, Text>>
  /** Id of an enum -> its values. */
  options(id: string): Operand['options']
  /** Enum of the permission codes. */
  permissions: string
  /** Values that the state of the page begins with. */
  state: Readonly<Record<string, unknown>>
  /** Parameters of the address that the document reads: any may be there. */
  queries: readonly string[]
}

type From = Operand['from']

/** A source, its rows, a field of a row; deeper ones are left to expressions. */
const MAX_DEPTH = 3
/** Names of the frame that no one asks about. */
const LEFT_OUT: ReadonlySet<string> = new Set(['app'])
const SINGLE: Readonly<Record<string, { from: From; type: OperandType }>> = {
  now: { from: 'clock', type: 'datetime' },
  lang: { from: 'person', type: 'choice' },
  path: { from: 'address', type: 'text' },
}
const LANGUAGES = ['zh', 'en'] as const

/** @param scope  of the place (`scopeAt`) */
export function scopeOperands(scope: ScopeTypes, known: ScopeWords): Operand[] {
  const { words } = known
  return Object.entries(scope).flatMap(([name, type]): Operand[] => {
    if (LEFT_OUT.has(name) || !isReadable(name)) return []
    const single = SINGLE[name]
    if (single) return [{ field: name, title: words(`studioScope.${name}`) ?? name, ...single, ...languages(name, known) }]
    if (name === 'session') return sessionOperands(type, known)
    if (name === 'route') return fieldsOf(type).map(([key]) => ofAddress(`route.${key}`, key, known))
    if (name === 'query') return known.queries.filter(isReadable).map((key) => ofAddress(`query.${key}`, key, known))
    if (name === 'state') return fieldsOf(type).map(([key]) => ofState(key, known))
    const source = known.sources[name]
    const from = source === undefined ? 'here' : 'source'
    const title = source ?? words(`studioScope.${name}`) ?? name
    return ofType({ field: name, title: known.inBoth(title), from, type, depth: 0 }, known)
  })
}

function languages(name: string, { words }: ScopeWords): Pick<Operand, 'options'> {
  if (name !== 'lang') return {}
  return { options: LANGUAGES.map((value) => ({ value, label: words(`studio.lang.${value}`) ?? value })) }
}

function sessionOperands(type: ScopeType, known: ScopeWords): Operand[] {
  return fieldsOf(type).flatMap(([key, member]): Operand[] => {
    const base = { field: `session.${key}`, title: known.words(`studioScope.session.${key}`) ?? key, from: 'person' as const }
    if (key !== 'permissions') return [{ ...base, type: operandTypeOf(member) }]
    const options = known.options(known.permissions)
    return options ? [{ ...base, type: 'choices', options }] : []
  })
}

function ofAddress(field: string, key: string, { words }: ScopeWords): Operand {
  return { field, title: inside(words('studioScope.address'), { zh: key, en: key }), from: 'address', type: 'text' }
}

function ofState(key: string, { state }: ScopeWords): Operand {
  const value = state[key]
  const type = typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'boolean' : Array.isArray(value) ? 'list' : 'text'
  return { field: `state.${key}`, title: key, from: 'state', type }
}

interface Named {
  field: string
  title: LocalText
  from: From
  type: ScopeType
  depth: number
}

/** What is asked of a value, and of what is in it. */
function ofType({ field, title, from, type, depth }: Named, known: ScopeWords): Operand[] {
  const base = { field, title, from }
  if (typeof type === 'object' && 'list' in type && fieldsOf(type.list).length > 0)
    return [{ ...base, type: 'rows', members: membersOf(type.list, { zh: '', en: '' }, '', { from, depth: depth + 1 }, known) }]
  if (fieldsOf(type).length === 0) return [{ ...base, type: operandTypeOf(type), ...codesOf(type, known) }]
  const inner = depth < MAX_DEPTH ? membersOf(type, title, `${field}.`, { from, depth: depth + 1 }, known) : []
  return [{ ...base, type: 'object' }, ...inner]
}

function membersOf(
  type: ScopeType,
  around: LocalText,
  prefix: string,
  { from, depth }: Pick<Named, 'from' | 'depth'>,
  known: ScopeWords,
): Operand[] {
  const titles: Readonly<Record<string, Text>> = (typeof type === 'object' && 'fields' in type && type.titles) || {}
  return fieldsOf(type).flatMap(([key, member]) => {
    if (!isReadable(key)) return []
    const own = titles[key] ?? known.words(`studioScope.field.${key}`) ?? { zh: key, en: key }
    return ofType({ field: `${prefix}${key}`, title: inside(around, known.inBoth(own)), from, type: member, depth }, known)
  })
}

function inside(around: LocalText | null, { zh, en }: LocalText): LocalText {
  return around?.zh ? { zh: `${around.zh} › ${zh}`, en: `${around.en} › ${en}` } : { zh, en }
}

function fieldsOf(type: ScopeType): [string, ScopeType][] {
  return typeof type === 'object' && 'fields' in type ? Object.entries(type.fields) : []
}

function codesOf(type: ScopeType, known: ScopeWords): Pick<Operand, 'options'> {
  const meaning = meaningOf(type)
  const options = meaning?.kind === 'codes' ? known.options(meaning.of) : undefined
  return options ? { options } : {}
}

function operandTypeOf(type: ScopeType): OperandType {
  const meaning = meaningOf(type)
  if (meaning?.kind === 'date' || meaning?.kind === 'datetime') return meaning.kind
  if (meaning?.kind === 'codes') return 'choice'
  if (typeof type === 'object') return 'plain' in type ? (type.plain === 'number' ? 'number' : 'text') : 'list' in type ? 'list' : 'object'
  if (type === 'string') return 'text'
  return type === 'number' || type === 'boolean' || type === 'list' ? type : 'object'
}
