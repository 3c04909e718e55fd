/** Checks of forms: expressions over the fields, options that the schema allows, steps and sections that exist, no field that depends on itself, and
 *  no required field that can never be answered. */
import type { CallDocument, FormDocument, FormField, JsonSchema, Options } from '../documents.ts'
import { AgonError } from '../errors.ts'
import { typeOfSchema } from '../expressions/types.ts'
import { compileForm } from '../form/compileForm.ts'
import { namesOf, placesOf, textsOf } from '../form/pipedText.ts'
import type { LinkedDocument } from './documentIndex.ts'
import { pointer, show } from './failure.ts'
import { formFields, type PlacedField } from './formFields.ts'
import { formLogic, formScope, holderOf, neverVisible, optionScope, rowScope } from './formLogic.ts'
import { type ExpressionPlace, linkCel, linkTextValues, linkValues } from './linkExpressions.ts'
import type { Linker } from './linker.ts'
import { linkInput } from './linkInput.ts'
import { linkLimits } from './linkLimits.ts'
import { linkRequiredNames } from './linkMarks.ts'
import { linkControlCall, linkOfferedCalls, linkOfferedOptions } from './linkOffered.ts'
import { linkParameter } from './linkParameter.ts'
import { linkPictures } from './linkPictures.ts'
import { linkQuiz, linkScore } from './linkQuiz.ts'
import { linkStepOrder, linkSteps } from './linkSteps.ts'
import { valuesOf } from './neverTrue.ts'
import { formTypes } from './scopeTypes.ts'
import { suggest } from './suggest.ts'

const CONDITIONS = ['x-visibleWhen', 'x-enabledWhen', 'x-requiredWhen'] as const
/** Keys by which a field depends on others, the likeliest to be wrong first. */
const DECIDING = ['x-computed', 'x-set', 'x-optionWhen', 'x-visibleWhen'] as const
const TEXTS = ['title', 'description', 'x-placeholder', 'x-mark'] as const

export function linkForm(linker: Linker, document: LinkedDocument, form: FormDocument): void {
  const fields = formFields(form)
  const before = linker.failures.length
  const scope = formScope(form, linker.standalone)
  linkRequiredNames(linker, document, '/schema', form.schema)
  linkSteps(linker, { document, path: '/steps', scope }, form)
  linkStepOrder(linker, document, form, fields)
  linkOfferedCalls(linker, { document })
  linkParts(linker, document, form)
  linkQuiz(linker, document, form, fields)
  linkPictures(linker, document, fields)
  for (const placed of fields) {
    linkField(linker, { document, path: placed.path, scope: rowScope(scope, placed) }, placed, form.schema.properties)
    linkFieldPlace(linker, document, form, placed)
    linkOfferedValues(linker, document, placed)
    linkScore(linker, document, placed)
  }
  // the form logic can be compiled only when its expressions are sound
  if (linker.failures.length !== before) return
  linkCycle(linker, document, form, fields)
  linkNeverVisible(linker, document, form, fields)
}

/** Fields of a filter bar: in scope are the place itself and the fields. */
export function linkFilterFields(linker: Linker, place: ExpressionPlace, fields: Record<string, FormField>): void {
  const scope = { ...place.scope, ...formTypes(fields) }
  for (const [name, field] of Object.entries(fields)) {
    const path = pointer(place.path, name)
    linkField(linker, { ...place, path, scope }, { name, field, path, siblings: fields, row: null, template: '', required: false })
  }
}

/** `{{Name}}` in a text of a field: the answer of one field, by its title or name. */
function linkPlaces(
  linker: Linker,
  { document, path }: ExpressionPlace,
  { field, row }: PlacedField,
  root: Record<string, FormField>,
): void {
  const key = path.slice(path.lastIndexOf('/') + 1) as (typeof TEXTS)[number]
  for (const place of new Set(textsOf(field[key]).flatMap(placesOf))) {
    const inRow = row ? namesOf(place, row) : []
    const found = inRow.length > 0 ? inRow : namesOf(place, root)
    if (found.length === 1) continue
    const known = Object.values({ ...root, ...row }).flatMap(({ title }) => textsOf(title))
    const expected = 'the title or name of one field'
    const suggestion = found.length > 1 ? `write the name: ${found.join(', ')}` : suggest(place, [...known, ...Object.keys(root)])
    linker.report(document, { code: 'FIELD_UNKNOWN', path, expected, found: `{{${place}}}`, suggestion })
  }
}

function linkField(linker: Linker, place: ExpressionPlace, placed: PlacedField, root: Record<string, FormField> = {}): void {
  const { field, siblings } = placed
  const at = (key: string): ExpressionPlace => ({ ...place, path: pointer(place.path, key) })
  for (const key of TEXTS) {
    linkTextValues(linker, at(key), field[key])
    linkPlaces(linker, at(key), placed, root)
  }
  for (const key of CONDITIONS) if (field[key] !== undefined) linkCel(linker, at(key), field[key], 'boolean')
  if (field['x-computed'] !== undefined) linkCel(linker, at('x-computed'), field['x-computed'], typeOfSchema(field))
  linkFilledValues(linker, at('x-set'), field)
  if (field.default !== undefined) linkFixedValue(linker, at('default'), field, field.default)
  for (const [index, { must, message }] of (field['x-checks'] ?? []).entries()) {
    const path = pointer(pointer(place.path, 'x-checks'), index)
    linkCel(linker, { ...place, path: `${path}/must` }, must, 'boolean')
    linkTextValues(linker, { ...place, path: `${path}/message` }, message)
  }
  if (field['x-optionWhen'] !== undefined) linkOptionWhen(linker, at('x-optionWhen'), field)
  linkValues(linker, at('x-props'), field['x-props'] as Parameters<typeof linkValues>[2])
  linkControlCall(linker, at('x-props'), field)
  // codes of the enum have taken its place where there is one
  const live = field['x-props']?.live
  if (typeof live === 'string')
    linker.known(place.document, 'REFERENCE_UNKNOWN', at('x-props').path, 'the id of an enum', live, linker.ids('enum'))
  if (field['x-options'] !== undefined) linkOptions(linker, at('x-options'), field, field['x-options'])
  const { items } = field
  if (items?.['x-options'] !== undefined)
    linkOptions(linker, { ...place, path: `${place.path}/items/x-options` }, items, items['x-options'])
  const twin = field.sameAs
  if (typeof twin === 'string')
    linker.known(place.document, 'FIELD_UNKNOWN', at('sameAs').path, 'a field beside this one', twin, Object.keys(siblings))
  if (field.properties !== undefined) linkRequiredNames(linker, place.document, place.path, field)
  if (items?.properties !== undefined) linkRequiredNames(linker, place.document, pointer(place.path, 'items'), items)
}

/** Values that the form fills in: of the field's type, and with a moment to do it. */
function linkFilledValues(linker: Linker, place: ExpressionPlace, field: FormField): void {
  const wanted = typeOfSchema(field)
  for (const [index, { when, to }] of (field['x-set'] ?? []).entries()) {
    const here = pointer(place.path, index)
    if (when !== undefined) linkCel(linker, { ...place, path: `${here}/when` }, when, 'boolean')
    if (typeof to === 'object' && to !== null && typeof (to as { cel?: unknown }).cel === 'string')
      linkCel(linker, { ...place, path: `${here}/to` }, to as { cel: string }, wanted)
    else if (when === undefined && !Array.isArray(to))
      linker.report(place.document, {
        code: 'FIELD_TYPE',
        path: `${here}/to`,
        expected: 'an expression, where no condition says when',
        found: show(to),
        suggestion: 'write it as "default", or add "when"',
      })
    else linkFixedValue(linker, { ...place, path: `${here}/to` }, field, to)
  }
}

/** A value that is written as it is must be one that the field takes. */
function linkFixedValue(linker: Linker, { document, path }: ExpressionPlace, field: FormField, to: unknown): void {
  const values = valuesOf(field, (id) => linker.codes(id))
  const chosen = Array.isArray(to) ? to : [to]
  const misfit = to === null ? undefined : chosen.find((value) => values !== undefined && !values.includes(value))
  const type = Array.isArray(field.type) ? field.type[0] : field.type
  const fits = to === null || type === undefined || type === jsonType(to) || (type === 'number' && jsonType(to) === 'integer')
  if (misfit === undefined && fits) {
    linkLimits(linker, { document, path }, field as JsonSchema, to)
    return
  }
  const expected = misfit === undefined ? `a value of the type ${type}` : `one of ${(values ?? []).join(', ')}`
  const suggestion = misfit === undefined ? 'write a value that the field takes' : suggest(String(misfit), (values ?? []).map(String))
  linker.report(document, { code: 'FIELD_TYPE', path, expected, found: show(misfit ?? to), suggestion })
}

function jsonType(value: unknown): string {
  if (Array.isArray(value)) return 'array'
  return typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value
}

/** The rule of a table of options: \`option\` has the value and the columns. */
function linkOptionWhen(linker: Linker, place: ExpressionPlace, field: FormField): void {
  const compiled = linkCel(linker, { ...place, scope: { ...place.scope, option: optionScope(field) } }, field['x-optionWhen']!, 'boolean')
  const options = field['x-options']
  if (compiled && options && !('call' in options)) return
  if (compiled)
    linker.report(place.document, {
      code: 'FIELD_TYPE',
      path: place.path,
      expected: 'options that the form itself lists, or those of an enum',
      found: options === undefined ? 'no options' : 'options of a call',
      suggestion: options === undefined ? 'remove it' : 'let "params" of the call read the other field',
    })
}

function linkOptions(linker: Linker, place: ExpressionPlace, field: FormField, options: Options): void {
  if (Array.isArray(options)) {
    linkStaticOptions(linker, place, field, options)
  } else if ('call' in options) {
    linkInput(
      linker,
      { ...place, path: pointer(place.path, 'params') },
      options.call,
      options.params,
      options.search === undefined ? [] : [options.search],
    )
    const call = linker.index.get('call', options.call)
    if (call === undefined) return
    if (options.search !== undefined) linkParameter(linker, place.document, pointer(place.path, 'search'), call, options.search)
    linkOfferedOptions(linker, place, call, options)
    linkOptionType(linker, place, field, call)
  }
}

/** What a choice of rows writes must be an answer to the question: a number where the rows hold one, else a text. */
function linkOptionType(linker: Linker, { document, path }: ExpressionPlace, { type }: FormField, { id, operation }: CallDocument): void {
  if (operation?.kind !== 'options' || operation.entity === undefined) return
  const stored = linker.index.get('entity', operation.entity)?.fields[operation.value ?? 'id']?.type
  const isNumber = stored === 'integer' || stored === 'number'
  const scalar = [type].flat().find((each) => each !== 'null' && each !== undefined)
  if (scalar === undefined || scalar === 'array' || ['integer', 'number'].includes(scalar) === isNumber) return
  const expected = isNumber ? 'a number: the values of the call are numbers' : 'a string: the values of the call are texts'
  linker.report(document, { code: 'FIELD_TYPE', path, expected, found: `"${scalar}" and the values of ${id}`, suggestion: 'change "type"' })
}

/** Submitted values must be among the options of the call. So a call that does not return all options together must accept the values to look up. */
function linkOfferedValues(linker: Linker, document: LinkedDocument, { field, path }: PlacedField): void {
  const options = field['x-options']
  if (!options || !('call' in options)) return
  const call = linker.index.get('call', options.call)
  if (!call) return
  const { valueParameter, search } = options
  const here = pointer(pointer(path, 'x-options'), 'valueParameter')
  if (valueParameter === undefined) {
    if (search === undefined && call.operation?.kind !== 'list') return
    const expected = `the input parameter of ${call.id} that takes a list of values: the call does not answer every option at once`
    const suggestion = 'add "valueParameter" (for a list: a filter with "op": "in" on the field that is the value)'
    linker.report(document, { code: 'PARAMETER_MISSING', path: here, expected, found: 'nothing', suggestion })
  } else if (linkParameter(linker, document, here, call, valueParameter) && !takesList(call, valueParameter)) {
    const suggestion = 'declare it as an array of values'
    const expected = 'a parameter that takes a list of values'
    linker.report(document, { code: 'FIELD_TYPE', path: here, expected, found: `"${valueParameter}" of ${call.id}`, suggestion })
  }
}

function takesList({ input, operation }: CallDocument, parameter: string): boolean {
  const declared = (input?.properties as Record<string, JsonSchema> | undefined)?.[parameter]
  if (declared) return declared.type === 'array'
  return operation !== undefined && 'filter' in operation && operation.filter?.[parameter]?.op === 'in'
}

function linkStaticOptions(linker: Linker, place: ExpressionPlace, field: FormField, options: Extract<Options, unknown[]>): void {
  const choice = field.type === 'array' && field.items !== undefined ? field.items : field
  const allowed = Array.isArray(choice.enum) ? choice.enum : undefined
  const seen = new Set<unknown>()
  for (const [index, { value, disabledWhen, visibleWhen, children }] of options.entries()) {
    const here = pointer(place.path, index)
    const path = pointer(here, 'value')
    if (seen.has(value)) {
      linker.report(place.document, {
        code: 'OPTION_DUPLICATE',
        path,
        expected: 'each value once',
        found: show(value),
        suggestion: 'remove one of the two',
      })
    } else if (allowed !== undefined && children === undefined && !allowed.includes(value)) {
      const suggestion = suggest(String(value), allowed.map(String))
      linker.report(place.document, {
        code: 'OPTION_NOT_IN_ENUM',
        path,
        expected: `one of ${allowed.join(', ')}`,
        found: show(value),
        suggestion,
      })
    }
    seen.add(value)
    if (disabledWhen !== undefined) linkCel(linker, { ...place, path: pointer(here, 'disabledWhen') }, disabledWhen, 'boolean')
    if (visibleWhen !== undefined) linkCel(linker, { ...place, path: pointer(here, 'visibleWhen') }, visibleWhen, 'boolean')
    if (children !== undefined) linkOptions(linker, { ...place, path: pointer(here, 'children') }, {}, children)
  }
}

/** Steps and sections: ids once, sections in steps that exist. */
function linkParts(linker: Linker, document: LinkedDocument, form: FormDocument): void {
  for (const key of ['steps', 'sections'] as const) {
    const seen = new Set<string>()
    for (const [index, { id }] of (form[key] ?? []).entries()) {
      const suggestion = 'rename one of the two'
      if (seen.has(id))
        linker.report(document, {
          code: 'CODE_DUPLICATE',
          path: `/${key}/${index}/id`,
          expected: 'each id once',
          found: show(id),
          suggestion,
        })
      seen.add(id)
    }
  }
  const steps = (form.steps ?? []).map(({ id }) => id)
  for (const [index, { step }] of (form.sections ?? []).entries()) {
    if (step !== undefined) linker.known(document, 'REFERENCE_UNKNOWN', `/sections/${index}/step`, 'a step of this form', step, steps)
  }
}

function linkFieldPlace(linker: Linker, document: LinkedDocument, form: FormDocument, { field, path }: PlacedField): void {
  for (const [key, parts, what] of [
    ['x-step', form.steps, 'a step of this form'],
    ['x-section', form.sections, 'a section of this form'],
  ] as const) {
    const name = field[key]
    if (name !== undefined)
      linker.known(
        document,
        'REFERENCE_UNKNOWN',
        pointer(path, key),
        what,
        name,
        (parts ?? []).map(({ id }) => id),
      )
  }
}

/** The form logic itself says whether it can put the fields in an order. */
function linkCycle(linker: Linker, document: LinkedDocument, form: FormDocument, fields: readonly PlacedField[]): void {
  try {
    compileForm(form)
  } catch (error) {
    if (!(error instanceof AgonError) || error.code !== 'FORM_CYCLE') throw error
    const cycle = String(error.details.cycle)
    const inCycle = fields.filter(({ template }) => cycle.split(' -> ').includes(template))
    const keyOf = ({ field }: PlacedField) => DECIDING.find((key) => field[key] !== undefined)
    const first = inCycle.find(keyOf) ?? inCycle[0]
    const step = (form.steps ?? []).findIndex(({ id, next }) => next?.length && cycle.includes(`#${id}`))
    const path = step >= 0 ? `/steps/${step}/next` : first === undefined ? '/schema' : pointer(first.path, keyOf(first) ?? 'x-visibleWhen')
    const expected = 'fields that do not decide each other in a circle'
    linker.report(document, { code: 'CYCLE', path, expected, found: cycle, suggestion: 'let one of them do without the others' })
  }
}

/** A required field that is never visible. Fields that depend on it are never visible either. */
function linkNeverVisible(linker: Linker, document: LinkedDocument, form: FormDocument, fields: readonly PlacedField[]): void {
  const logic = formLogic(form, fields, (id) => linker.codes(id))
  const hidden = neverVisible(logic)
  for (const placed of hidden) {
    const { field, path, required, name } = placed
    const holder = holderOf(placed, logic)
    if (!required || field['x-visibleWhen'] === undefined || (holder && hidden.has(holder))) continue
    linker.report(document, {
      code: 'REQUIRED_NEVER_VISIBLE',
      path: pointer(path, 'x-visibleWhen'),
      expected: `a condition that can hold, because "${name}" is required`,
      found: field['x-visibleWhen'].cel,
      suggestion: `remove "${name}" from required, or compare with a value that can be chosen`,
    })
  }
}
