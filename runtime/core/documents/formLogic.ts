/** What the fields of a form can hold and read: the basis of every check whether a rule can become true. Used by the linker, and by the checks
 *  while a form is edited. */
import type { FormDocument, FormField } from '../documents.ts'
import { compileExpression } from '../expressions/compileExpression.ts'
import type { CompiledExpression } from '../expressions/compileUnchecked.ts'
import { DATETIME, type ScopeType, type ScopeTypes } from '../expressions/types.ts'
import { pointer } from './failure.ts'
import { formFields, type PlacedField } from './formFields.ts'
import { neverTrue, type PossibleValues, valuesOf } from './neverTrue.ts'
import { formTypes, schemaType } from './scopeTypes.ts'

/** `session` in a form: what the form logic gives on both sides. */
const FORM_SESSION: ScopeType = { fields: { permissions: { list: 'string' } } }

/** Codes of an enum document; undefined when there is none. */
export type EnumCodes = (id: string) => readonly (string | number)[] | undefined

export interface FormLogic {
  readonly fields: readonly PlacedField[]
  /** By template path; a star stands for a row. */
  readonly byTemplate: ReadonlyMap<string, PlacedField>
  /** The field that a path of an expression at `from` reads; undefined for `context`, `session` and what is computed. */
  target(path: readonly string[], from: PlacedField): PlacedField | undefined
  /** An expression standing at a field; undefined when it is unsound. */
  compile(cel: string, from: PlacedField): CompiledExpression | undefined
  /** What the fields read at `from` can hold; fields in `hidden` that keep nothing hold nothing. */
  possible(from: PlacedField, hidden?: ReadonlySet<PlacedField>): PossibleValues
}

/**
 * Types of what the expressions of a form see, but for `item`. `now`: ISO 8601 in UTC with milliseconds, by the server's clock.
 * @param standalone  the form belongs to one object. It does not see the rights of its readers, because the person who stored it could learn them
 */
export function formScope(form: FormDocument, standalone: boolean): ScopeTypes {
  const context = Object.entries(form.context ?? {}).map(([name, schema]) => [name, schemaType(schema)])
  return {
    now: DATETIME,
    ...formTypes(form.schema.properties),
    context: { fields: Object.fromEntries(context) },
    ...(standalone ? {} : { session: FORM_SESSION }),
  }
}

/** The same, with `item` when the field is in a row. */
export function rowScope(scope: ScopeTypes, { row }: Pick<PlacedField, 'row'>): ScopeTypes {
  return row === null ? scope : { ...scope, item: { fields: formTypes(row) } }
}

/** `option` of the rule that says which options are offered: its value and the columns of all options. */
export function optionScope(field: FormField): ScopeType {
  const options = field['x-options']
  const listed = Array.isArray(options) ? options : []
  const columns = Map.groupBy(
    listed.flatMap((option) => Object.entries(option.columns ?? {})),
    ([name]) => name,
  )
  const types = [...columns].map(([name, found]) => [name, commonType(found.map(([, value]) => value))] as const)
  return { fields: { ...Object.fromEntries(types), value: commonType(listed.map(({ value }) => value)) } }
}

function commonType(values: readonly unknown[]): ScopeType {
  const types = new Set(values.map((value) => (Array.isArray(value) ? 'list' : typeof value)))
  const [type] = types
  if (types.size !== 1 || type === undefined) return 'dyn'
  return type === 'list' ? { list: commonType(values.flat()) } : (type as ScopeType)
}

export function formLogic(
  form: FormDocument,
  fields: readonly PlacedField[] = formFields(form),
  codes: EnumCodes = () => undefined,
): FormLogic {
  const byTemplate = new Map(fields.map((field) => [field.template, field]))
  const inRow = new Map<PlacedField['row'], Map<string, PlacedField>>()
  for (const field of fields) {
    if (field.siblings !== field.row) continue
    const row = inRow.get(field.row) ?? new Map<string, PlacedField>()
    inRow.set(field.row, row.set(field.name, field))
  }
  const scope = formScope(form, false)
  const scopes = new Map<PlacedField['row'], ScopeTypes>()
  const values = new Map<PlacedField, readonly unknown[] | undefined>()

  const target: FormLogic['target'] = (path, from) => {
    if (path[0] !== 'item') return byTemplate.get(path.reduce(pointer, ''))
    const first = path[1] === undefined ? undefined : inRow.get(from.row)?.get(path[1])
    return first && byTemplate.get(path.slice(2).reduce(pointer, first.template))
  }

  function scopeAt(from: PlacedField): ScopeTypes {
    const known = scopes.get(from.row) ?? rowScope(scope, from)
    scopes.set(from.row, known)
    return known
  }

  function valuesAt(field: PlacedField): readonly unknown[] | undefined {
    if (!values.has(field)) values.set(field, valuesOf(field.field, codes))
    return values.get(field)
  }

  return {
    fields,
    byTemplate,
    target,
    compile(cel, from) {
      try {
        return compileExpression(cel, scopeAt(from))
      } catch {
        return undefined
      }
    },
    possible: (from, hidden) => (path) => {
      const field = target(path, from)
      if (!field) return undefined
      const isEmptied = hidden?.has(field) && field.field['x-whenHidden'] !== 'keep' && field.field['x-computed'] === undefined
      return isEmptied ? [] : valuesAt(field)
    },
  }
}

/** The fields that can never be visible: their condition cannot be true, it needs such a field, or they are inside one. */
export function neverVisible(logic: FormLogic): ReadonlySet<PlacedField> {
  const hidden = new Set<PlacedField>()
  for (let before = -1; before !== hidden.size; ) {
    before = hidden.size
    for (const placed of logic.fields) if (!hidden.has(placed) && isNeverVisible(placed, logic, hidden)) hidden.add(placed)
  }
  return hidden
}

function isNeverVisible(placed: PlacedField, logic: FormLogic, hidden: ReadonlySet<PlacedField>): boolean {
  const holder = holderOf(placed, logic)
  if (holder && hidden.has(holder)) return true
  const condition = placed.field['x-visibleWhen']
  const compiled = condition && logic.compile(condition.cel, placed)
  return compiled !== undefined && neverTrue(compiled, logic.possible(placed, hidden))
}

/** The group or repeat group around a field; undefined at the root. */
export function holderOf({ template, name }: PlacedField, { byTemplate }: FormLogic): PlacedField | undefined {
  const around = template.slice(0, -pointer('', name).length)
  return byTemplate.get(around.endsWith('/*') ? around.slice(0, -2) : around)
}
