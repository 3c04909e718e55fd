/** Rules that are members of a list: written with what stands beside their condition, removed as a whole. */
import type { FormDocument } from '../documents.ts'
import type { RuleKind } from './allRules.ts'
import { parentPath, pathSteps, readAt, writeAt } from './documentPath.ts'

/** Lists of rules, and what a new member has beside its condition. */
const LISTS: Readonly<Partial<Record<RuleKind, { key: string; begun: Record<string, unknown> }>>> = {
  prefill: { key: 'x-set', begun: {} },
  set: { key: 'x-set', begun: { to: null } },
  check: { key: 'x-checks', begun: { message: { zh: '', en: '' } } },
  jump: { key: 'next', begun: { to: 'end' } },
}
const CONDITION: Readonly<Partial<Record<RuleKind, string>>> = { prefill: 'to', set: 'when', check: 'must', jump: 'when' }

interface PlacedRule {
  kind: RuleKind
  /** JSON Pointer of the `{ cel }`. */
  path: string
}

/** Path of a new rule of the kind at a field or step; null for kinds that stand there once. */
export function newRulePath(form: FormDocument, kind: RuleKind, place: string): string | null {
  const list = LISTS[kind]
  if (!list) return null
  const there = (readAt(form, `${place}/${list.key}`) as unknown[] | undefined) ?? []
  return `${place}/${list.key}/${there.length}/${CONDITION[kind]}`
}

/** The form with another condition of a rule. */
export function writeRule(form: FormDocument, rule: PlacedRule, cel: string): FormDocument {
  return LISTS[rule.kind] ? writeBeside(form, rule, { [CONDITION[rule.kind]!]: { cel } }) : writeAt(form, rule.path, { cel })
}

/** The form with something else beside the condition of a rule. */
export function writeBeside(form: FormDocument, { kind, path }: PlacedRule, change: Readonly<Record<string, unknown>>): FormDocument {
  const item = parentPath(path)
  const at = Number(pathSteps(item).at(-1))
  const list = (readAt(form, parentPath(item)) as object[] | undefined) ?? []
  const next = { ...(list[at] ?? LISTS[kind]?.begun), ...change }
  return writeAt(form, parentPath(item), at < list.length ? list.with(at, next) : [...list, next])
}

/** The form without a rule, and without a list that it leaves empty. */
export function removeRule(form: FormDocument, { kind, path }: PlacedRule): FormDocument {
  if (!LISTS[kind]) return writeAt(form, path, undefined)
  const list = parentPath(parentPath(path))
  const rest = writeAt(form, parentPath(path), undefined)
  return (readAt(rest, list) as unknown[]).length > 0 ? rest : writeAt(rest, list, undefined)
}
