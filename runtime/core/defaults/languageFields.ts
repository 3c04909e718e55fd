/** A question for a text in two languages, `x-widget: "localText"` -> a group of two fields whose answer is the text, `{ zh, en }`. What the question says
 *  of texts holds for both, what it asks at least for Chinese alone; `properties` says what is different for one language. */
import { isRecord } from '../isRecord.ts'
import type { Json } from '../language/shortForm.ts'
import { type FindMembers, noMembers } from './FindMembers.ts'

/** Name of the control. */
const PAIR = 'localText'
const LANGUAGES = ['zh', 'en'] as const
/** What follows the title of the question. allowed text: names of languages, added while the document is read, before there are locale files. */
const NAMED: Readonly<Record<(typeof LANGUAGES)[number], Json>> = {
  zh: { zh: '（中文）', en: ' (Chinese)' },
  en: { zh: '（英文）', en: ' (English)' },
}
/** Of the question as a whole; everything else is said of its texts. */
const OF_PAIR = new Set([
  'type',
  'title',
  'x-widget',
  'x-text',
  'x-section',
  'x-step',
  'x-visibleWhen',
  'x-enabledWhen',
  'x-permission',
  'properties',
])
const OF_CHINESE = new Set(['description', 'x-mark', 'minLength', 'minTextUnits', 'x-requiredWhen'])

/** @param schema  an object of the form, with its groups and the rows of its repeat groups.
 *  @param membersOf    for the enum that `x-props.live` names. @returns the same object without such questions */
export function languageFields(schema: Json, membersOf: FindMembers = noMembers): Json {
  if (!isRecord(schema.properties)) return schema
  const required = (schema.required as string[] | undefined) ?? []
  const properties = inPairs(schema.properties, (name, field) =>
    isPair(field) ? pairOf(field, required.includes(name), membersOf) : insideOf(field, membersOf),
  )
  return properties === schema.properties ? schema : { ...schema, properties }
}

function insideOf(field: unknown, membersOf: FindMembers): unknown {
  if (!isRecord(field)) return field
  if (isRecord(field.items)) {
    const items = languageFields(field.items, membersOf)
    return items === field.items ? field : { ...field, items }
  }
  return languageFields(field, membersOf)
}

/** The same object when nothing in it becomes another. */
function inPairs(properties: Json, become: (name: string, field: unknown) => unknown): Json {
  const entries = Object.entries(properties).map(([name, field]) => [name, become(name, field)] as const)
  return entries.every(([name, field]) => field === properties[name]) ? properties : Object.fromEntries(entries)
}

function isPair(field: unknown): field is Json {
  return isRecord(field) && field['x-widget'] === PAIR
}

function pairOf(question: Json, isRequired: boolean, membersOf: FindMembers): Json {
  const own = isRecord(question.properties) ? question.properties : {}
  const whole = Object.fromEntries(Object.entries(question).filter(([key]) => OF_PAIR.has(key) && key !== 'x-text'))
  const properties = Object.fromEntries(
    LANGUAGES.map((lang) => [lang, { ...textOf(question, lang, membersOf), ...(own[lang] as Json | undefined) }]),
  )
  return { ...whole, type: 'object', ...(isRequired && { required: ['zh'] }), properties }
}

function textOf(question: Json, lang: (typeof LANGUAGES)[number], membersOf: FindMembers): Json {
  const said = Object.entries(question).filter(([key]) => !OF_PAIR.has(key) && (lang === 'zh' || !OF_CHINESE.has(key)))
  const { 'x-text': control = 'text' } = question
  const tools = control === 'richText' && { 'x-props': composing(question['x-props'], membersOf) }
  return { type: 'string', title: titleOf(question.title, lang), 'x-widget': control, 'x-span': 6, ...Object.fromEntries(said), ...tools }
}

/** Anyone who writes for others in two languages composes pages. Live parts that an enum names are offered with its labels. */
function composing(props: unknown, membersOf: FindMembers): Json {
  const own = isRecord(props) ? props : {}
  const values = typeof own.live === 'string' ? membersOf('enum', own.live)?.values : undefined
  const live = Array.isArray(values) && { live: values.filter(isRecord).map(({ code, label }) => ({ value: code, label })) }
  return { blocks: true, ...own, ...live }
}

function titleOf(title: unknown, lang: (typeof LANGUAGES)[number]): unknown {
  if (!isRecord(title) || typeof title.zh !== 'string' || typeof title.en !== 'string') return title
  return { zh: `${title.zh}${NAMED[lang].zh}`, en: `${title.en}${NAMED[lang].en}` }
}
