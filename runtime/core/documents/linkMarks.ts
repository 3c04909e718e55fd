/** The checks that mean the same in every kind: what a mark in the meta-schema says about a value. Expressions are not here: their scope depends on
 *  where they stand. */
import { isRead } from '../callAddress.ts'
import type { CallDocument, Kind } from '../documents.ts'
import { compilePattern, isRegexEngineLoaded } from '../expressions/regexEngine.ts'
import { isRecord } from '../isRecord.ts'
import type { Lang } from '../platform.ts'
import type { LinkedDocument } from './documentIndex.ts'
import { pointer } from './failure.ts'
import type { Linker } from './linker.ts'
import { linkLimits } from './linkLimits.ts'
import { linkBothPlaces, linkPlaces } from './linkPlaces.ts'
import { linkAddress, linkRoute } from './linkRoutes.ts'
import { pluralFailures, textFormatFailures } from './linkTexts.ts'
import { fileOf } from './parseDocument.ts'
import { parameterNames } from './scopeTypes.ts'
import { nearest, suggest } from './suggest.ts'
import type { Mark } from './validateDocument.ts'

type Check = (linker: Linker, document: LinkedDocument, mark: Mark) => void

const TEXT_KEY = /^@[A-Za-z][\w-]*(\.[\w-]+)*$/
/** In free values only a key with a dot counts as a text: `@` alone may begin a user name. */
const TEXT_KEY_IN_VALUE = /^@[A-Za-z][\w-]*(\.[\w-]+)+$/

const checks: Record<string, Check> = {
  ref: linkReference,
  name: linkName,
  permission: linkPermission,
  text: linkTextMark,
  value: (linker, document, { path, value }) => {
    if (typeof value === 'string' && TEXT_KEY_IN_VALUE.test(value)) linkTextKey(linker, document, path, value.slice(1))
  },
  errorCode: (linker, document, { path, value }) => {
    if (typeof value === 'string') linkTextKey(linker, document, path, `error.${value}`)
  },
  address: linkAddress,
  route: linkRoute,
  pattern: linkPattern,
  reads: linkReads,
  jsonSchema: linkSchema,
}

/** Checks every mark of a document whose meaning does not depend on its place. */
export function linkMarks(linker: Linker, document: LinkedDocument): void {
  for (const mark of document.marks) checks[mark.mark]?.(linker, document, mark)
}

function linkReference(linker: Linker, document: LinkedDocument, { of, path, value }: Mark): void {
  if (typeof value !== 'string') return
  if (of === 'call' && document.kind !== 'call' && document.kind !== 'dataset') linkAddressed(linker, document, path, value)
  if (linker.index.has(of as Kind, value)) return
  const ids = linker.ids(of as Kind)
  const help = suggest(value, ids, `write a file for it: ${fileOf(of, value)}`)
  linker.report(document, {
    code: 'REFERENCE_UNKNOWN',
    path,
    expected: `the id of a document of kind ${of}`,
    found: `"${value}"`,
    suggestion: help,
  })
}

/** What a browser asks for has an address. */
function linkAddressed(linker: Linker, document: LinkedDocument, path: string, id: string): void {
  if (!linker.index.get('call', id)?.inner) return
  const suggestion = `name another call, or give "${id}" a path instead of "inner"`
  linker.report(document, {
    code: 'CALL_INNER',
    path,
    expected: 'a call with a path',
    found: `"${id}", which only calls and handlers make`,
    suggestion,
  })
}

/** Places where a call is made as soon as a screen is open, with the rights of the person who opened it: it changes nothing. */
function linkReads(linker: Linker, document: LinkedDocument, { path, value }: Mark): void {
  const call = typeof value === 'string' ? linker.index.get('call', value) : undefined
  if (!call || isRead(call) || call.onlyReads) return
  const expected = 'a call that reads: it is made without anybody having pressed anything'
  const suggestion = 'name a call that reads, or make this one by an action'
  linker.report(document, { code: 'CALL_WRITES', path, expected, found: `"${value}", which writes`, suggestion })
}

const NAME_WORDS: Record<string, [what: string, where: string]> = {
  handlers: ['the name of a handler', 'plugins/<area>/<name>.handler.ts'],
  widgets: ['the name of a widget', 'renderer/widgets/controls/<name>.widget.tsx or plugins/<area>/<name>.widget.tsx'],
  steps: ['the name of a step kind', 'runtime/client/steps/<name>.step.ts'],
  keywords: ['the name of the check of a keyword', 'runtime/core/keywords/<name>.ts'],
  icons: ['the name of an icon', 'it to renderer/widgets/light/icons.json'],
}

function linkName(linker: Linker, document: LinkedDocument, { of, path, value }: Mark): void {
  const known = linker.names[of as keyof Linker['names']]
  if (typeof value !== 'string' || known.has(value)) return
  const [what, where] = NAME_WORDS[of] ?? [`a name of ${of}`, 'the code']
  linker.report(document, {
    code: 'NAME_UNKNOWN',
    path,
    expected: what,
    found: `"${value}"`,
    suggestion: suggest(value, known, `add ${where}`),
  })
}

function linkPermission(linker: Linker, document: LinkedDocument, { path, value }: Mark): void {
  const codes = linker.codes(linker.app?.permissions)
  if (typeof value !== 'string' || codes === undefined || codes.includes(value)) return
  linker.reports += 1
  linker.unknownPermissions.set(value, [...(linker.unknownPermissions.get(value) ?? []), { document, path }])
}

/** A code that the enum lacks once, however often it is used: a new permission is one thing to add. */
export function reportPermissions(linker: Linker): void {
  const codes = linker.codes(linker.app?.permissions)?.map(String) ?? []
  const enumId = linker.app?.permissions ?? ''
  const file = linker.index.find('enum', enumId)?.file ?? fileOf('enum', enumId)
  for (const [value, [first, ...others]] of linker.unknownPermissions) {
    const near = nearest(value, codes)
    const add = `add it to ${file}, and to the roles that hold it`
    linker.report(first!.document, {
      code: 'PERMISSION_UNKNOWN',
      path: first!.path,
      expected: `a permission code of the enum ${enumId}`,
      found: others.length > 0 ? `"${value}", here and at ${others.length} other places` : `"${value}"`,
      suggestion: near === null ? add : `did you mean "${near}"?${others.length > 0 ? ` Otherwise ${add}` : ''}`,
    })
  }
}

function linkTextMark(linker: Linker, document: LinkedDocument, { path, value }: Mark): void {
  if (typeof value === 'string' && TEXT_KEY.test(value)) linkTextKey(linker, document, path, value.slice(1))
  if (typeof value !== 'object' || value === null) return
  linkWords(linker, document, 'text' in value ? pointer(path, 'text') : path, 'text' in value ? value.text : value)
  if (!('text' in value)) return
  const { text, with: given } = value as { text: unknown; with?: unknown }
  if (typeof text === 'string' && TEXT_KEY.test(text)) linkTextKey(linker, document, pointer(path, 'text'), text.slice(1))
  if (typeof text !== 'string') linkBothPlaces(linker, document, pointer(path, 'text'), text, true)
  linkPlaces(
    linker,
    document,
    pointer(path, 'with'),
    typeof text === 'string' ? linker.texts.zh[text.slice(1)] : (text as { zh?: unknown })?.zh,
    given,
  )
}

function linkWords(linker: Linker, document: LinkedDocument, path: string, text: unknown): void {
  for (const lang of ['zh', 'en'] as const) {
    const words = (text as Partial<Record<Lang, unknown>> | null)?.[lang]
    if (typeof words !== 'string') continue
    const failures = [...pluralFailures(words, lang), ...textFormatFailures(words, () => linker.ids('enum'))]
    for (const failure of failures) linker.report(document, { ...failure, path: pointer(path, lang) })
  }
}

/** A key that exists in one language only is reported once, at the text (see `linkTexts`), not at every use. */
function linkTextKey(linker: Linker, document: LinkedDocument, path: string, key: string): void {
  const { zh, en } = linker.texts
  if (key in zh || key in en) return
  const near = nearest(key, Object.keys(zh))
  const suggestion = near === null ? `add "${key}" to a file in schemas/locales/zh/ and in schemas/locales/en/` : `did you mean "${near}"?`
  linker.report(document, { code: 'TEXT_MISSING', path, expected: `a text "${key}" in zh and en`, found: 'nothing', suggestion })
}

/** Patterns run on RE2 wherever organisers may write them, so that no pattern can block the server. Patterns that RE2 does not know are refused everywhere. */
function linkPattern(linker: Linker, document: LinkedDocument, { path, value }: Mark): void {
  if (typeof value !== 'string') return
  const report = (found: string, suggestion: string): void =>
    linker.report(document, { code: 'VALUE', path, expected: 'a regular expression in the syntax of RE2', found, suggestion })
  const foreign = foreignPart(value)
  if (foreign !== null) report(`"${foreign}" in ${JSON.stringify(value)}`, 'write it without lookaround and back-references')
  try {
    new RegExp(value, 'u')
    // what will run it: it knows fewer classes, and no thousand repetitions
    if (isRegexEngineLoaded()) compilePattern(value)
  } catch (error) {
    report(JSON.stringify(value), error instanceof Error ? error.message : String(error))
  }
}

/** The first part of a pattern that RE2 does not know: lookaround and back-references. */
export function foreignPart(pattern: string): string | null {
  return /\(\?<?[=!]|\\[1-9]|\\k</.exec(pattern)?.[0] ?? null
}

function linkSchema(linker: Linker, document: LinkedDocument, mark: Mark): void {
  linkRequired(linker, document, mark)
  // the fields of forms are checked where they stand, with their options
  if (document.kind !== 'form') linkDefaults(linker, document, mark.path, mark.value)
}

/** A value that stands in for an absent one is one that could have been given. */
function linkDefaults(linker: Linker, document: LinkedDocument, path: string, schema: unknown): void {
  if (!isRecord(schema)) return
  if (schema.default !== undefined && schema.default !== null)
    linkLimits(linker, { document, path: pointer(path, 'default') }, schema, schema.default)
  if (isRecord(schema.properties))
    for (const [name, inner] of Object.entries(schema.properties))
      linkDefaults(linker, document, pointer(pointer(path, 'properties'), name), inner)
  linkDefaults(linker, document, pointer(path, 'items'), schema.items)
}

/** `required` of a closed object names its own properties; that of a call's input also what its operation brings along. */
function linkRequired(linker: Linker, document: LinkedDocument, { path, value }: Mark): void {
  const schema = value as { properties?: Record<string, unknown>; required?: unknown; additionalProperties?: unknown }
  if (typeof schema !== 'object' || schema === null || schema.additionalProperties !== false) return
  const isInput = document.kind === 'call' && path === '/input'
  const brought = isInput ? parameterNames(document.content as unknown as CallDocument, linker.index) : []
  linkRequiredNames(linker, document, path, schema, brought)
}

/** Each name of `required` is among `properties`, or known besides. */
export function linkRequiredNames(
  linker: Linker,
  document: LinkedDocument,
  path: string,
  { properties, required }: { properties?: Record<string, unknown>; required?: unknown },
  besides: readonly string[] = [],
): void {
  if (!Array.isArray(required) || typeof properties !== 'object') return
  for (const [index, name] of required.entries()) {
    const here = pointer(pointer(path, 'required'), index)
    if (typeof name === 'string')
      linker.known(document, 'FIELD_UNKNOWN', here, 'a name of properties', name, [...Object.keys(properties), ...besides])
  }
}
