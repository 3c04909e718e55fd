/** Random forms and answers: fields read only fields before them, so that every form is one that a linker lets through. */

import type { FormDocument, FormField } from '../../../runtime/core/documents.ts'
import fc from '../../harness/fastCheck.ts'

export const PERMISSIONS = ['seeMarks', 'setMarks'] as const

type Made = { name: string; type: 'string' | 'integer' | 'boolean' | 'choice' | 'repeat' }

/** By the moments below one holds, or the other, or both. */
const CLOCK_RULES = ["now < '2026-05-01T00:00:00.000Z'", "now >= '2026-04-01T00:00:00.000Z'"]
const INSTANTS = ['2026-03-01T00:00:00.000Z', '2026-04-15T08:30:00.000Z', '2026-05-01T00:00:00.000Z']

const text = fc.constantFrom('', 'a', 'b', 'abcdef')
const number = fc.integer({ min: -2, max: 6 })

/** A condition over the fields before it. */
function condition(before: readonly Made[], prefix: string): fc.Arbitrary<string> {
  if (before.length === 0) return fc.constantFrom('context.open == true', "'seeMarks' in session.permissions", ...CLOCK_RULES)
  return fc.constantFrom(...before).chain(({ name, type }) => {
    const read = `${prefix}${name}`
    const tests: Record<Made['type'], string[]> = {
      string: [`${read} == 'a'`, `${read} != null`, `size(${read}) > 1`],
      integer: [`${read} > 2`, `${read} == 0`, `${read} == null`],
      boolean: [`${read} == true`, `!${read}`],
      choice: [`${read} == 'x'`, `${read} in ['y', 'z']`],
      repeat: [`size(${read}) > 1`, `${read}.exists(row, row.r0 == 'a')`],
    }
    return fc.constantFrom(...tests[type], 'context.open == true', ...CLOCK_RULES)
  })
}

interface Draft {
  field: FormField
  made: Made
  required: boolean
}

function field(name: string, before: readonly Made[], prefix: string, deep: boolean): fc.Arbitrary<Draft> {
  const types: Made['type'][] = deep ? ['string', 'integer', 'boolean', 'choice'] : ['string', 'integer', 'boolean', 'choice', 'repeat']
  const rule = fc.option(condition(before, prefix), { nil: undefined, freq: 2 })
  return fc
    .record({
      type: fc.constantFrom(...types),
      required: fc.boolean(),
      visible: rule,
      enabled: rule,
      asked: rule,
      whenHidden: fc.constantFrom('keep', 'clear', 'clearOnSubmit', undefined),
      readers: deep ? fc.constant(undefined) : fc.option(fc.constantFrom('seeMarks'), { nil: undefined, freq: 6 }),
      // Rows have no identity: what a person may not write in a row cannot be kept when rows move.
      writers: deep ? fc.constant(undefined) : fc.option(fc.constantFrom('setMarks'), { nil: undefined, freq: 6 }),
      computed: fc.option(fc.nat(), { nil: undefined, freq: 5 }),
      disabled: rule,
      offered: rule,
      table: rule,
      fixed: rule,
      filled: rule,
      check: rule,
      rows: fields('r', 3, true),
    })
    .map((facts) => {
      const numbers = before.filter((each) => each.type === 'integer')
      const made: FormField = {
        title: name,
        ...schemaOf(facts.type, facts.rows, facts),
        ...(facts.check ? { 'x-checks': [{ must: { cel: facts.check }, message: { zh: '不符', en: 'It does not fit' } }] } : {}),
        ...(facts.visible ? { 'x-visibleWhen': { cel: facts.visible } } : {}),
        ...(facts.enabled ? { 'x-enabledWhen': { cel: facts.enabled } } : {}),
        ...(facts.asked ? { 'x-requiredWhen': { cel: facts.asked } } : {}),
        ...(facts.whenHidden ? { 'x-whenHidden': facts.whenHidden } : {}),
        ...(facts.readers ? { 'x-readers': facts.readers } : {}),
        ...(facts.writers ? { 'x-writers': facts.writers } : {}),
      }
      const source = facts.computed === undefined || facts.type !== 'integer' ? undefined : numbers[facts.computed % (numbers.length || 1)]
      if (source) made['x-computed'] = { cel: `${prefix}${source.name} * 2 + 1` }
      else if (facts.type !== 'repeat') made['x-set'] = setsOf(facts.type, facts)
      return { field: made, made: { name, type: facts.type }, required: facts.required }
    })
}

/** A value that cannot be changed, and one that can. */
function setsOf(type: Made['type'], { fixed, filled }: Conditions): NonNullable<FormField['x-set']> {
  const to = { string: 'b', integer: 3, boolean: true, choice: 'y', repeat: null }[type]
  return [...(fixed ? [{ when: { cel: fixed }, to, fixed: true }] : []), ...(filled ? [{ when: { cel: filled }, to }] : [])]
}

interface Conditions {
  disabled: string | undefined
  offered: string | undefined
  table: string | undefined
  fixed: string | undefined
  filled: string | undefined
}

function schemaOf(type: Made['type'], rows: readonly Draft[], { disabled, offered, table }: Conditions): FormField {
  if (type === 'string') return { type: 'string', maxLength: 3 }
  if (type === 'integer') return { type: 'integer', minimum: 0, maximum: 5 }
  if (type === 'boolean') return { type: 'boolean' }
  if (type === 'repeat') return { type: 'array', maxItems: 2, items: { type: 'object', ...objectOf(rows) } }
  const z = { value: 'z', label: 'Z', ...(disabled ? { disabledWhen: { cel: disabled } } : {}) }
  const y = { value: 'y', label: 'Y', columns: { late: true }, ...(offered ? { visibleWhen: { cel: offered } } : {}) }
  const when = table ? { 'x-optionWhen': { cel: `option.late != true || (${table})` } } : {}
  return { type: 'string', 'x-options': [{ value: 'x', label: 'X' }, y, z], ...when }
}

function objectOf(drafts: readonly Draft[]): { properties: Record<string, FormField>; required: string[] } {
  return {
    properties: Object.fromEntries(drafts.map((draft) => [draft.made.name, draft.field])),
    required: drafts.filter((draft) => draft.required).map((draft) => draft.made.name),
  }
}

function fields(letter: string, max: number, deep: boolean): fc.Arbitrary<Draft[]> {
  return fc.integer({ min: 1, max }).chain((count) => grow([], count, letter, deep))
}

/** The first field of a row is a text: conditions above read it. */
function grow(drafts: Draft[], count: number, letter: string, deep: boolean): fc.Arbitrary<Draft[]> {
  if (drafts.length === count) return fc.constant(drafts)
  if (deep && drafts.length === 0) {
    const first: Draft = { field: { type: 'string', title: 'r0' }, made: { name: 'r0', type: 'string' }, required: false }
    return grow([first], count, letter, deep)
  }
  const before = drafts.map((draft) => draft.made)
  return field(`${letter}${drafts.length}`, before, deep ? 'item.' : '', deep).chain((draft) =>
    grow([...drafts, draft], count, letter, deep),
  )
}

/** A form of up to eight fields, some of them repeat groups. */
export const randomForm: fc.Arbitrary<FormDocument> = fields('f', 8, false).chain((drafts) =>
  randomSteps(drafts).map((steps) => ({
    $schema: '../kinds/form.schema.json',
    id: 'random.form',
    version: 1,
    title: 'Random',
    schema: { type: 'object', ...objectOf(drafts.map((draft, at) => inStep(draft, steps, at))) },
    ...(steps.length > 0 ? { steps } : {}),
  })),
)

type Steps = NonNullable<FormDocument['steps']>
const FIELDS_OF_A_STEP = 2

/** Each step of two fields leads forward, by an answer of its own or of a step before; without a condition to the next one, so that all are reached. */
function randomSteps(drafts: readonly Draft[]): fc.Arbitrary<Steps> {
  const count = Math.ceil(drafts.length / FIELDS_OF_A_STEP)
  const steps = Array.from({ length: count }, (_, at) =>
    fc
      .option(
        fc.record({
          when: fc.option(
            condition(
              drafts.slice(0, (at + 1) * FIELDS_OF_A_STEP).map(({ made }) => made),
              '',
            ),
            { nil: undefined, freq: 5 },
          ),
          by: fc.integer({ min: 1, max: 3 }),
        }),
        { nil: undefined },
      )
      .map((jump): Steps[number] => ({ id: `s${at}`, title: `S${at}`, ...(jump ? { next: [nextOf(at, jump, count)] } : {}) })),
  )
  return fc.oneof(fc.constant<Steps>([]), fc.tuple(...steps))
}

function nextOf(
  at: number,
  { when, by }: { when: string | undefined; by: number },
  count: number,
): NonNullable<Steps[number]['next']>[number] {
  const target = when ? at + by : at + 1
  const to = target < count ? `s${target}` : 'end'
  return when ? { when: { cel: when }, to } : { to }
}

function inStep(draft: Draft, steps: Steps, at: number): Draft {
  const step = steps[Math.floor(at / FIELDS_OF_A_STEP)]
  return step ? { ...draft, field: { ...draft.field, 'x-step': step.id } } : draft
}

/** A value for a field: mostly one it could have, sometimes anything. */
export function randomAnswer(field_: FormField): fc.Arbitrary<unknown> {
  const fitting = field_['x-options']
    ? fc.constantFrom('x', 'y', 'z', 'w')
    : field_.type === 'integer'
      ? number
      : field_.type === 'boolean'
        ? fc.boolean()
        : field_.type === 'array'
          ? fc.array(fc.record(recordOf(field_.items?.properties ?? {}), { requiredKeys: [] }), { maxLength: 3 })
          : text
  return fc.oneof({ weight: 8, arbitrary: fitting }, { weight: 1, arbitrary: fc.constantFrom(undefined, null, '', 7, 'a', [], {}) })
}

function recordOf(properties: Record<string, FormField>): Record<string, fc.Arbitrary<unknown>> {
  return Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, randomAnswer(inner)]))
}

export interface Filling {
  form: FormDocument
  answers: Record<string, unknown>
  /** Changes a person makes one after the other; paths that do not exist (a row gone) change nothing. */
  changes: { path: string; value: unknown }[]
  permissions: string[]
  context: { open: boolean }
  now: string
}

/** A form, what it begins with, and what a person then does. */
export const randomFilling: fc.Arbitrary<Filling> = randomForm.chain((form) => {
  const { properties } = form.schema
  return fc.record({
    form: fc.constant(form),
    answers: fc.record(recordOf(properties), { requiredKeys: [] }),
    changes: fc.array(fc.oneof(...changesOf(properties)), { maxLength: 12 }),
    permissions: fc.subarray([...PERMISSIONS]),
    context: fc.record({ open: fc.boolean() }),
    now: fc.constantFrom(...INSTANTS),
  })
})

function changesOf(properties: Record<string, FormField>): fc.Arbitrary<{ path: string; value: unknown }>[] {
  return Object.entries(properties).flatMap(([name, field_]) => {
    const whole = fc.record({ path: fc.constant(`/${name}`), value: randomAnswer(field_) })
    const inRow = Object.entries(field_.items?.properties ?? {}).map(([inner, innerField]) =>
      fc.record({ path: fc.constantFrom(`/${name}/0/${inner}`, `/${name}/1/${inner}`), value: randomAnswer(innerField) }),
    )
    return [whole, ...inRow]
  })
}
