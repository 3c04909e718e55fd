/** Checks of templates: the texts use declared variables only, and anyone who sends one gives every variable. */
import type { TemplateDocument, Value } from '../documents.ts'
import { typeOfSchema } from '../expressions/types.ts'
import { MESSAGE_FORMATS, PLAIN_TEXT_FORMATS, placesOfText } from '../textFormats.ts'
import type { LinkedDocument } from './documentIndex.ts'
import { pointer } from './failure.ts'
import { type ExpressionPlace, linkCel, linkValues } from './linkExpressions.ts'
import type { Linker } from './linker.ts'
import { linkFormatTypes } from './linkFormatTypes.ts'
import { linkBothPlaces } from './linkPlaces.ts'
import { placesOf } from './linkTexts.ts'

export function linkTemplate(linker: Linker, document: LinkedDocument, template: TemplateDocument): void {
  linkReach(linker, document, template)
  for (const key of ['subject', 'body'] as const) {
    const text = template[key]
    if (text === undefined) continue
    let isKnown = true
    for (const [path, words] of wordsOf(linker, `/${key}`, text)) {
      linkMessageFormats(linker, document, path, words)
      for (const name of placesOf(words))
        isKnown = linker.known(document, 'PARAMETER_UNKNOWN', path, 'a declared variable', name, Object.keys(template.variables)) && isKnown
    }
    if (isKnown) linkFormatTypes(linker, document, `/${key}`, text, (name) => typeOfSchema(template.variables[name]))
    // a misspelt place is not missing in the other language as well
    if (isKnown) linkBothPlaces(linker, document, `/${key}`, text)
  }
}

/** Where it leads, and by what else it goes. */
function linkReach(linker: Linker, document: LinkedDocument, template: TemplateDocument): void {
  const { also, topic, to, channel, variables } = template
  const scope = Object.fromEntries(Object.entries(variables).map(([name, schema]) => [name, typeOfSchema(schema)]))
  if (typeof to === 'object') linkAddressValues(linker, { document, path: '/to', scope }, to)
  const topics = linker.codes(linker.app?.notices?.topics)?.map(String) ?? []
  if (topic !== undefined) linker.known(document, 'VALUE', '/topic', 'a topic of the app document', topic, topics)
  if (also === undefined || channel === 'message') return
  linker.report(document, {
    code: 'VALUE',
    path: '/also',
    expected: 'the channel message, when others take its words too',
    found: `the channel ${channel}`,
    suggestion: 'write "channel": "message", or leave also out',
  })
}

function linkAddressValues(linker: Linker, place: ExpressionPlace, to: Exclude<TemplateDocument['to'], string | undefined>): void {
  if ('cel' in to) linkCel(linker, place, to, 'string')
  else if ('with' in to) linkValues(linker, { ...place, path: `${place.path}/with` }, to.with)
}

/** A format that only a browser knows would leave the value as it is stored: `2026-11-30T22:55:19.769Z`. */
function linkMessageFormats(linker: Linker, document: LinkedDocument, path: string, words: string): void {
  const odd = placesOfText(words).find(({ format }) => format !== undefined && !MESSAGE_FORMATS.includes(format))
  // a format that no text has is reported at the text
  if (odd === undefined || !(PLAIN_TEXT_FORMATS as readonly string[]).includes(odd.format!)) return
  linker.report(document, {
    code: 'TEXT_FORMAT',
    path,
    expected: `a format that a message has: ${MESSAGE_FORMATS.join(', ')}`,
    found: `{{${odd.name}, ${odd.format}}}`,
    suggestion: 'name one of these, or give the variable in words',
  })
}

function wordsOf(linker: Linker, path: string, text: TemplateDocument['body']): [path: string, words: string][] {
  if (typeof text === 'string') return [[path, `${linker.texts.zh[text.slice(1)] ?? ''}${linker.texts.en[text.slice(1)] ?? ''}`]]
  if ('text' in text) return []
  return [
    [pointer(path, 'zh'), text.zh],
    [pointer(path, 'en'), text.en],
  ]
}

/** `with` of a message: every variable of the template and no other. `path` is that of the object that holds `with`. */
export function linkVariables(
  linker: Linker,
  document: LinkedDocument,
  path: string,
  send: { template: string; with?: Record<string, Value> },
): void {
  const template = linker.index.get('template', send.template)
  if (template === undefined) return
  const given = Object.keys(send.with ?? {})
  const declared = Object.keys(template.variables)
  const here = pointer(path, 'with')
  const unknown = given.filter(
    (name) => !linker.known(document, 'PARAMETER_UNKNOWN', pointer(here, name), `a variable of ${send.template}`, name, declared),
  )
  // a misspelt variable is not missing as well
  if (unknown.length > 0) return
  for (const name of declared.filter((variable) => !given.includes(variable))) {
    linker.report(document, {
      code: 'PARAMETER_MISSING',
      path: pointer(here, name),
      expected: `a value for the variable "${name}" of ${send.template}`,
      found: 'nothing',
      suggestion: `add "${name}" to with`,
    })
  }
}
