/** What a rule at some place of a form may ask about: fields, the row it stands in, the context, the person's rights; and the questions that fit each.
 *  Those of a screen are found by `scopeOperands`.
 *  For the visual editor, its words, and the completion of the expert editor. */

import type { PlacedField } from '../documents/formFields.ts'
import { type FormLogic, holderOf } from '../documents/formLogic.ts'
import type { EnumDocument, FormDocument, FormField, JsonSchema, Options, Text } from '../documents.ts'
import { holdsFields, holdsFiles } from '../form/holdsFields.ts'
import type { RuleKind } from './allRules.ts'
import { isReadable, type RuleOperator } from './visualRule.ts'

export type OperandType =
  | 'text'
  | 'number'
  | 'boolean'
  | 'date'
  | 'datetime'
  | 'time'
  | 'choice'
  | 'choices'
  | 'list'
  | 'file'
  | 'object'
  | 'rows'

export interface Operand {
  /** As rules name it: `group`, `address.city`, `item.role`, `context.level`. */
  field: string
  type: OperandType
  title: Text
  from: 'field' | 'item' | 'option' | 'context' | 'session' | 'clock' | 'here' | 'source' | 'state' | 'address' | 'person'
  /** Values that can be chosen, when they are known beforehand. */
  options?: readonly { value: string | number | boolean; label: Text }[]
  /** Of `rows`: what a row holds, named relative to it. */
  members?: readonly Operand[]
  /** Template path of the field; absent for context and session. */
  template?: string
}

/** Enum documents that options name. */
export type FindEnum = (id: string) => Pick<EnumDocument, 'values'> | undefined

const ASKED: readonly RuleOperator[] = ['answered', 'unanswered']
const ORDERED: readonly RuleOperator[] = ['equals', 'notEquals', 'less', 'atMost', 'more', 'atLeast', ...ASKED]
const COUNTED: readonly RuleOperator[] = ['countEquals', 'countAtLeast', 'countAtMost']

/** The questions that fit a type, the likeliest first. Rows are asked by conditions on their fields too. */
export const OPERATORS_OF: Readonly<Record<OperandType, readonly RuleOperator[]>> = {
  text: ['equals', 'notEquals', 'oneOf', 'noneOf', 'contains', 'containsNot', 'startsWith', 'endsWith', ...ASKED],
  number: ORDERED,
  boolean: ['equals', 'notEquals', ...ASKED],
  date: ORDERED,
  datetime: ORDERED,
  time: ORDERED,
  choice: ['equals', 'notEquals', 'oneOf', 'noneOf', ...ASKED],
  choices: ['includes', 'includesNot', 'includesAny', 'includesAll', ...ASKED, ...COUNTED],
  list: [...ASKED, ...COUNTED],
  file: ASKED,
  object: ASKED,
  rows: COUNTED,
}

/** The questions that may be asked of an operand: of the clock, what it is before and after. */
export function questionsOf({ type, from }: Pick<Operand, 'type' | 'from'>): readonly RuleOperator[] {
  return from === 'clock' ? ['less', 'atLeast'] : OPERATORS_OF[type]
}

/** What time it is: named by the person who shows it. */
const CLOCK: Operand = { field: 'now', type: 'datetime', title: 'now', from: 'clock' }

/** How many values an operator takes. */
export function arityOf(op: RuleOperator): 'none' | 'one' | 'several' {
  if (op === 'answered' || op === 'unanswered') return 'none'
  return op === 'oneOf' || op === 'noneOf' || op === 'includesAny' || op === 'includesAll' ? 'several' : 'one'
}

/** Whether another field may be as the value. */
export function takesField(op: RuleOperator): boolean {
  return ['equals', 'notEquals', 'less', 'atMost', 'more', 'atLeast'].includes(op)
}

/** @param at  the field whose rule it is; itself is left out. Null: a rule of the form as a whole */
export function ruleOperands(form: FormDocument, logic: FormLogic, at: PlacedField | null, enums: FindEnum = () => undefined): Operand[] {
  const root = Object.entries(form.schema.properties).flatMap(([name, field]) => operands(name, field, `/${name}`, enums, 'field'))
  const row = at?.row ? rowOperands(at, logic, enums) : []
  const context = Object.entries(form.context ?? {}).flatMap(([name, schema]) => contextOperand(name, schema))
  const clock = Object.hasOwn(form.schema.properties, CLOCK.field) ? [] : [CLOCK]
  return [...row, ...root, ...context, ...clock].filter(({ template }) => template === undefined || template !== at?.template)
}

/** What a rule of a kind may ask besides: a check the field itself, the choice of options the columns of each. */
export function operandsBeside(kind: RuleKind | undefined, placed: PlacedField, enums: FindEnum = () => undefined): Operand[] {
  if (kind === 'optionWhen') return optionOperands(placed, enums)
  return kind === 'check' ? [{ ...ownOperand(placed, enums), field: placed.row ? `item.${placed.name}` : placed.name }] : []
}

/** A field as its own rules name its values. */
export function ownOperand({ field, name, template }: PlacedField, enums: FindEnum): Operand {
  const options = optionsOf(field, enums)
  return { field: name, type: operandType(field), title: field.title ?? name, from: 'field', template, ...(options ? { options } : {}) }
}

function optionOperands({ field }: PlacedField, enums: FindEnum): Operand[] {
  const listed = Array.isArray(field['x-options']) ? field['x-options'] : []
  const columns = new Map(listed.flatMap(({ columns = {} }) => Object.entries(columns)))
  const options = optionsOf(field, enums)
  const value: Operand = { field: 'option.value', type: 'choice', title: 'option.value', from: 'option', ...(options ? { options } : {}) }
  return [
    ...[...columns].map(([name, value]): Operand => ({ field: `option.${name}`, type: columnType(value), title: name, from: 'option' })),
    value,
  ]
}

function columnType(value: unknown): OperandType {
  if (Array.isArray(value)) return 'list'
  return typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'boolean' : 'text'
}

/** The repeat group whose row a field stands in. */
export function rowHolder(at: PlacedField, logic: FormLogic): PlacedField | undefined {
  for (let holder = holderOf(at, logic); holder; holder = holderOf(holder, logic))
    if (holder.field.items?.properties === at.row) return holder
  return undefined
}

function rowOperands(at: PlacedField, logic: FormLogic, enums: FindEnum): Operand[] {
  const template = `${rowHolder(at, logic)?.template ?? ''}/*`
  return Object.entries(at.row ?? {}).flatMap(([name, field]) => operands(name, field, `${template}/${name}`, enums, 'item', 'item.'))
}

function operands(name: string, field: FormField, template: string, enums: FindEnum, from: Operand['from'], prefix = ''): Operand[] {
  const kind = holdsFields(field)
  const path = `${prefix}${name}`
  if (!isReadable(name)) return []
  if (kind === 'group')
    return Object.entries(field.properties ?? {}).flatMap(([inner, below]) =>
      operands(inner, below, `${template}/${inner}`, enums, from, `${path}.`),
    )
  const base = { field: path, title: field.title ?? name, from, template }
  if (kind === 'repeat') {
    const members = Object.entries(field.items?.properties ?? {}).flatMap(([inner, below]) =>
      operands(inner, below, `${template}/*/${inner}`, enums, from),
    )
    return [{ ...base, type: 'rows', members }]
  }
  const options = optionsOf(field, enums)
  return [{ ...base, type: operandType(field), ...(options ? { options } : {}) }]
}

/** The kind of answer a control takes. */
export function operandType(field: FormField): OperandType {
  const type = Array.isArray(field.type) ? field.type.find((name) => name !== 'null') : field.type
  const hasOptions = field['x-options'] !== undefined || field.items?.['x-options'] !== undefined || Array.isArray(field.enum)
  if (holdsFiles(field)) return type === 'array' ? 'list' : 'file'
  if (type === 'array') return hasOptions || Array.isArray(field.items?.enum) ? 'choices' : 'list'
  if (type === 'boolean') return 'boolean'
  if (hasOptions) return 'choice'
  if (type === 'number' || type === 'integer') return 'number'
  if (type === 'object') return 'object'
  return textType(field)
}

function textType({ format, 'x-widget': widget }: FormField): OperandType {
  if (format === 'date' || widget === 'date') return 'date'
  if (format === 'date-time' || widget === 'datetime') return 'datetime'
  return format === 'time' || widget === 'time' ? 'time' : 'text'
}

/** Options known beforehand; a tree's without its upper levels is not judged. */
export function optionsOf(field: FormField, enums: FindEnum): Operand['options'] {
  const declared = field['x-options'] ?? field.items?.['x-options']
  if (declared !== undefined) return declaredOptions(declared, enums)
  const values = field.enum ?? field.items?.enum
  return Array.isArray(values) ? values.map((value) => ({ value, label: String(value) })) : undefined
}

function declaredOptions(declared: Options, enums: FindEnum): Operand['options'] {
  if (Array.isArray(declared)) return declared.map(({ value, label }) => ({ value, label }))
  if (!('enum' in declared)) return undefined
  return enums(declared.enum)?.values.map(({ code, label }) => ({ value: code, label }))
}

function contextOperand(name: string, schema: JsonSchema): Operand[] {
  if (!isReadable(name)) return []
  const field = schema as FormField
  const title = field.title ?? name
  return [{ field: `context.${name}`, type: operandType(field), title, from: 'context' }]
}
