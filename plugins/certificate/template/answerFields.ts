/** Answers of sign-up forms that certificates may show, by the name of their field: plain ones alone, and none that is personal or that not everyone may read,
 *  as certificates are public. */
import { bothWords } from '../../../runtime/core/bothWords.ts'
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { FormDocument, FormField, JsonSchema, Options, PrintDocument, Text } from '../../../runtime/core/documents.ts'
import { holdsFields, holdsFiles, holdsRichText } from '../../../runtime/core/form/holdsFields.ts'
import { pruneForm } from '../../../runtime/core/form/pruneForm.ts'
import { fieldMask, masksOf } from '../../../runtime/core/masking/personalFields.ts'
import { printPlaces } from '../../../runtime/core/print/printText.ts'
import type { TemplatePlace } from './ownTemplate.ts'

type Platform = HandlerContext['platform']
/** Competitions of an organisation whose forms are looked at, newest first. */
const MAX_COMPETITIONS = 20
const ANSWERS = 'answers.'
const NAME = /^[A-Za-z]\w*$/

/** Schemas of the answers that templates of the place may name. The platform's name none: there is no form that all competitions have. */
export async function answerSchemas(place: TemplatePlace, context: HandlerContext): Promise<Record<string, JsonSchema>> {
  const found: Record<string, JsonSchema> = {}
  for (const formId of await formsOf(place, context)) {
    const published = await context.documents.store.published('form', formId)
    if (!published) continue
    for (const [name, field] of Object.entries(shownFields(published.content as FormDocument, context.platform)))
      found[name] ??= {
        title: bothWords(field.title ?? name, context.platform),
        ...(isDay(field) && { type: 'string', format: 'date' }),
      } as JsonSchema
  }
  return found
}

async function formsOf({ competitionId, organisationId }: TemplatePlace, { db }: HandlerContext): Promise<Set<string>> {
  if (organisationId === null) return new Set()
  const competitions = await db
    .selectFrom('competition_competition')
    .select(['id', 'formId'])
    .where('deletedAt', 'is', null)
    .where('organisationId', '=', organisationId)
    .$if(competitionId !== null, (query) => query.where('id', '=', competitionId!))
    .orderBy('id', 'desc')
    .limit(MAX_COMPETITIONS)
    .execute()
  const ids = competitions.map(({ id }) => id)
  if (ids.length === 0) return new Set()
  const events = await db
    .selectFrom('competition_event')
    .select('formId')
    .where('competitionId', 'in', ids)
    .where('removedAt', 'is', null)
    .where('formId', 'is not', null)
    .execute()
  return new Set([...competitions, ...events].flatMap(({ formId }) => formId ?? []))
}

function shownFields(form: FormDocument, platform: Platform): Record<string, FormField> {
  const masks = masksOf(platform)
  const fields = pruneForm(form, []).schema.properties ?? {}
  const isShown = ([name, field]: [string, FormField]) =>
    NAME.test(name) &&
    holdsFields(field) === 'value' &&
    !holdsFiles(field) &&
    !holdsRichText(field) &&
    isPlain(field) &&
    !fieldMask(field, masks)
  return Object.fromEntries(Object.entries(fields).filter(isShown))
}

/** One value, or several of a list. */
function isPlain({ type, items }: FormField): boolean {
  if (type === 'array') return items !== undefined && ['string', 'integer', 'number'].includes(String(items.type))
  return ['string', 'integer', 'number'].includes(String(type))
}

function isDay({ format }: FormField): boolean {
  return format === 'date'
}

/** Fields of the sign-up form that the words of a template name. */
export function namedAnswers({ heading, pages }: PrintDocument): Set<string> {
  const texts = pages.flatMap(({ elements }) => elements.flatMap((element) => ('text' in element ? [element.text] : [])))
  const names = [heading, ...texts].flatMap(({ zh, en }) => [...printPlaces(zh), ...printPlaces(en)].map(({ place }) => place))
  return new Set(names.flatMap((name) => (name.startsWith(ANSWERS) ? name.slice(ANSWERS.length) : [])))
}

/** Answers as a certificate shows them: labels of what was chosen in both languages, days as they are. @param named  fields that the template names */
export function answerValues(
  form: FormDocument,
  answers: Readonly<Record<string, unknown>>,
  named: ReadonlySet<string>,
  platform: Platform,
) {
  const shown = Object.entries(shownFields(form, platform)).filter(([name]) => named.has(name))
  return Object.fromEntries(shown.map(([name, field]) => [name, answerValue(field, answers[name], platform)]))
}

function answerValue(field: FormField, value: unknown, platform: Platform): unknown {
  if (Array.isArray(value))
    return value.map((item) => answerValue({ ...field.items, 'x-options': field['x-options'] } as FormField, item, platform))
  if (value === undefined || value === null) return null
  const label = labelOf(field['x-options'], String(value), platform)
  return label ? bothWords(label, platform) : String(value)
}

function labelOf(options: Options | undefined, value: string, platform: Platform): Text | undefined {
  if (options === undefined || 'call' in options) return undefined
  if ('enum' in options) {
    return platform.get('enum', options.enum).values.find(({ code }) => String(code) === value)?.label
  }
  return options.find((option) => String(option.value) === value)?.label
}
