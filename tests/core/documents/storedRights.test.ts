/** What somebody stores is carried out by others with their rights. Generated: every call of the platform in every place where a document names one. */
import { describe, expect, it } from 'vitest'
import { isRead } from '../../../runtime/core/callAddress.ts'
import { buildPlatform } from '../../../runtime/core/documents/buildPlatform.ts'
import { type MetaSchema, metaSchemas } from '../../../runtime/core/documents/metaSchemas.ts'
import { validateStored } from '../../../runtime/core/documents/validateStored.ts'
import type { CallDocument, Kind } from '../../../runtime/core/documents.ts'
import type { DocumentFailure, Platform } from '../../../runtime/core/platform.ts'
import { checkDesign } from '../../../runtime/core/studio/checkDesign.ts'
import { loadFiles } from '../../../runtime/server/documents/loadFiles.ts'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'

const { raws, texts, names } = loadFiles(PROJECT_DIRECTORY)
const platform = buildPlatform(raws, texts, names).platform as Platform
const calls = [...platform.documents.call.values()]
const words = (en: string) => ({ zh: en, en })
type Fields = Record<string, object>

function form(id: string, properties: Fields, more: object = {}): string {
  return JSON.stringify({
    $schema: '../kinds/form.schema.json',
    id,
    version: 1,
    title: words('Form'),
    schema: { type: 'object', properties },
    ...more,
  })
}
const judge = (properties: Fields, more?: object): DocumentFailure[] =>
  validateStored(platform, { file: 'document:signup.own1.form@1', text: form('signup.own1', properties, more) }, names)
/** The same form as one of the platform: published by its staff. */
const judgeCommon = (properties: Fields): DocumentFailure[] => {
  const built = buildPlatform([...raws, { file: 'document:help.own1.form@1', text: form('help.own1', properties) }], texts, names)
  return [...(built.failures ?? []), ...(built.passedOver ?? [])]
}

/** Where a form can make the platform ask for something: the fields of the form, and the place of the call in them. */
const asked = ({ id }: CallDocument) => ({ call: id, valueKey: 'id', labelKey: 'name' })
const field = (more: object) => ({ type: 'string', title: words('Field'), ...more })
const PLACES: Record<string, [fields: (call: CallDocument) => object, path: string]> = {
  'the options of a field': [(call) => field({ 'x-options': asked(call) }), '/x-options/call'],
  'the options of a list': [
    (call) => field({ type: 'array', items: { type: 'string', 'x-options': asked(call) } }),
    '/items/x-options/call',
  ],
  'the options of a list in a list': [
    (call) => field({ type: 'array', items: { type: 'array', items: { type: 'string', 'x-options': asked(call) } } }),
    '/items/items/x-options/call',
  ],
  'the options below an option': [
    (call) => field({ 'x-options': [{ value: 'a', label: words('A'), children: asked(call) }] }),
    '/x-options/0/children/call',
  ],
  'the options in a group': [
    (call) => ({ type: 'object', title: words('Group'), properties: { inner: field({ 'x-options': asked(call) }) } }),
    '/properties/inner/x-options/call',
  ],
  'the options in a repeat group': [
    (call) => ({
      type: 'array',
      title: words('Rows'),
      items: { type: 'object', properties: { inner: field({ 'x-options': asked(call) }) } },
    }),
    '/items/properties/inner/x-options/call',
  ],
  'the button of a control': [(call) => field({ 'x-widget': 'phoneCode', 'x-props': { call: call.id } }), '/x-props/call'],
}

/** All calls in one place, each in a field of its own: which of them are refused there. */
function refused([fieldOf, path]: [(call: CallDocument) => object, string], judgeForm: (fields: Fields) => DocumentFailure[]): Set<string> {
  const failures = judgeForm(Object.fromEntries(calls.map((call, at) => [`f${at}`, fieldOf(call)])))
  const places = new Set(failures.filter(({ code }) => code === 'CALL_NOT_OFFERED').map((failure) => failure.path))
  return new Set(calls.filter((_, at) => places.has(`/schema/properties/f${at}${path}`)).map(({ id }) => id))
}
const ids = (some: readonly CallDocument[]) => some.map(({ id }) => id).sort()

describe('[SAFE-5] a form that belongs to one object', () => {
  it.each(Object.entries(PLACES))(
    'cannot be published with a call that writes, or that is not offered to everybody, as %s',
    (name, place) => {
      const may = calls.filter(
        ({ forForms, access }) => name !== 'the button of a control' && forForms === 'options' && typeof access === 'string',
      )
      expect([...refused(place, judge)].sort()).toEqual(ids(calls.filter((call) => !may.includes(call))))
      expect(may.every(isRead)).toBe(true)
    },
  )

  it('asks with facts of the page alone where the answer depends on who asks, and never for a preview', () => {
    const options = (call: string, params: object) => ({ way: field({ 'x-options': { call, valueKey: 'id', labelKey: 'name', params } }) })
    const found = (fields: Fields) =>
      judge(fields, { context: { own: { type: 'boolean' } } }).flatMap(({ code, path }) => (code === 'CALL_NOT_OFFERED' ? [path] : []))
    const place = ['/schema/properties/way/x-options/params/own']
    expect(found(options('account.identities', { own: true }))).toEqual(place)
    expect(found(options('account.identities', { own: { cel: 'way != null' } }))).toEqual(place)
    expect(found(options('account.identities', { own: { cel: 'context.own' } }))).toEqual([])
    expect(found(options('competition.events', { competitionId: '7' }))).toEqual([])
    expect(found(options('competition.events', { competitionId: '7', previewAt: '2026-01-01T00:00:00.000Z' }))).toEqual([
      '/schema/properties/way/x-options/params/previewAt',
    ])
  })

  it('sees nothing of the session of who has it open, and the designer says so at once', () => {
    const spying = { seen: field({ 'x-computed': { cel: "session.permissions.join(',')" } }) }
    const place = { code: 'CEL_UNKNOWN', path: '/schema/properties/seen/x-computed/cel' }
    expect(judge(spying)).toMatchObject([place])
    const vocabulary = { keywords: [...platform.documents.keyword.values()], enums: {}, widgets: [], permissions: platform.app.permissions }
    expect(checkDesign(JSON.parse(form('signup.own1', spying)), vocabulary)).toMatchObject([place])
  })
})

describe('[SAFE-5] what takes part in the platform', () => {
  it.each(Object.entries(PLACES))('cannot be published with a call that writes, or that is not offered to forms, as %s', (name, place) => {
    const wanted = name === 'the button of a control' ? 'code' : 'options'
    expect([...refused(place, judgeCommon)].sort()).toEqual(ids(calls.filter(({ forForms }) => forForms !== wanted)))
  })

  const SOURCES: Record<string, (call: string) => [kind: Kind, content: object, path: string]> = {
    'a source of a page': (call) => ['page', page({ sources: { mine: { call } } }), '/sources/mine/call'],
    'a source of a fragment': (call) => ['fragment', { sources: { mine: { call } }, body: [] }, '/sources/mine/call'],
    'the source of a table': (call) => ['table', { source: { call }, columns: [] }, '/source/call'],
    'the numbers of a page': (call) => ['page', page({ body: [{ node: 'results', source: { call } }] }), '/body/0/source/call'],
    'the call that another one requires': (call) => [
      'call',
      { method: 'GET', path: 'api/web/own1', access: 'public', handler: 'platform.job.get', requires: [{ call, input: {} }] },
      '/requires/0/call',
    ],
  }
  const page = (more: object) => ({ routes: ['/own1'], access: 'public', body: [], ...more })

  it.each(Object.entries(SOURCES))('cannot be published with a call that writes as %s', (_, made) => {
    const writes = calls.filter((call) => !isRead(call) && !call.onlyReads)
    const stored = writes.map((call, at) => {
      const [kind, content, path] = made(call.id)
      const own = JSON.parse(JSON.stringify(content).replaceAll('own1', `own${at}`))
      const document = { $schema: `../kinds/${kind}.schema.json`, id: `help.own${at}`, version: 1, title: words('Own'), ...own }
      return { file: `document:help.own${at}.${kind}@1`, text: JSON.stringify(document), path }
    })
    const built = buildPlatform([...raws, ...stored], texts, names)
    const failures = [...(built.failures ?? []), ...(built.passedOver ?? [])]
    const found = new Set(failures.flatMap(({ code, file, path }) => (code === 'CALL_WRITES' ? [`${file}#${path}`] : [])))
    expect(stored.filter(({ file, path }) => !found.has(`${file}#${path}`))).toEqual([])
  })
})

describe('[SAFE-5] the kinds that organisers store', () => {
  /** What a document of a kind can name, by its meta-schema: `ref call`, `name handlers` ... */
  function names_(schema: MetaSchema, file: string, seen = new Set<MetaSchema>()): Set<string> {
    const found = new Set<string>()
    if (seen.has(schema)) return found
    seen.add(schema)
    const add = (part: unknown) => {
      if (typeof part === 'object' && part !== null) for (const name of names_(part as MetaSchema, file, seen)) found.add(name)
    }
    if (schema['x-ref']) found.add(`ref ${schema['x-ref']}`)
    if (schema['x-name']) found.add(`name ${schema['x-name']}`)
    if (schema.$ref) {
      const [of, path = ''] = schema.$ref.split('#')
      const target = of || file
      const root = metaSchemas[target as keyof typeof metaSchemas] as MetaSchema
      const part = path
        .split('/')
        .filter(Boolean)
        .reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], root)
      for (const name of names_(part as MetaSchema, target, seen)) found.add(name)
    }
    for (const part of Object.values(schema.properties ?? {})) add(part)
    for (const part of [
      ...(schema.allOf ?? []),
      ...(schema.anyOf ?? []),
      schema.items,
      schema.if,
      schema.then,
      schema.additionalProperties,
    ])
      add(part)
    return found
  }
  const named = (kind: Kind) =>
    [...names_(metaSchemas[`${kind}.schema.json` as keyof typeof metaSchemas] as MetaSchema, `${kind}.schema.json`)].sort()

  it('name calls for options alone, and no action, page, handler or step', () => {
    expect(named('form')).toEqual(['name widgets', 'ref call', 'ref enum'])
    expect(named('skin')).toEqual(['ref skin'])
  })
})
