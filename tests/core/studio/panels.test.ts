/** Panels are made from the meta-schemas: whatever a kind declares can be asked. */
import { expect, it } from 'vitest'
import { buildPlatform } from '../../../runtime/core/documents/buildPlatform.ts'
import { type MetaSchema, metaSchemas } from '../../../runtime/core/documents/metaSchemas.ts'
import type { Kind } from '../../../runtime/core/documents.ts'
import { helpOf, type MetaWords, nameOfKey, nameOfValue } from '../../../runtime/core/studio/metaWords.ts'
import { outlineOf, panelAt } from '../../../runtime/core/studio/panelAt.ts'
import { typedCel } from '../../../runtime/core/studio/typedCel.ts'
import { loadFiles } from '../../../runtime/server/documents/loadFiles.ts'
import en from '../../../schemas/kinds/words/en.json' with { type: 'json' }
import zh from '../../../schemas/kinds/words/zh.json' with { type: 'json' }
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'

const KINDS = Object.entries(metaSchemas)
  .filter(([, { properties }]) => properties?.$schema)
  .map(([file]) => file.replace('.schema.json', '') as Kind)

/** What needs words: keys, values as `key.value`, and English texts. */
const declared = { keys: new Set<string>(), values: new Set<string>(), texts: new Set<string>() }
for (const schema of Object.values(metaSchemas)) collect({ ...schema, title: undefined }, '')

function collect(schema: MetaSchema, key: string): void {
  for (const text of [schema.title, schema.description]) if (text !== undefined) declared.texts.add(text)
  for (const value of schema.enum ?? []) if (typeof value === 'string') declared.values.add(`${key}.${value}`)
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    declared.keys.add(name)
    const isChoice = typeof property.const === 'string' && (name === 'node' || !schema.required?.includes(name))
    if (isChoice) declared.values.add(`${name}.${property.const}`)
    collect(property, name)
  }
  for (const part of Object.values(schema.definitions ?? {})) collect(part, '')
  for (const part of [
    ...(schema.allOf ?? []),
    ...(schema.anyOf ?? []),
    schema.items,
    schema.if,
    schema.then,
    schema.propertyNames,
    schema.additionalProperties,
  ])
    if (typeof part === 'object') collect(part, key)
}

it.each(KINDS)('a document of the kind %s has a panel of every key that its meta-schema declares', (kind) => {
  const asked = panelAt(kind, { $schema: '', id: 'a.b', version: 1 }, []).map(({ key }) => key)
  const declared = Object.keys(metaSchemas[`${kind}.schema.json`]?.properties ?? {})
  expect(asked).toEqual(expect.arrayContaining(declared.filter((key) => !['$schema', 'id', 'version'].includes(key))))
})

it('a part keeps the control of every key that is cleared: of all documents, each key of each kind of part', () => {
  const { raws, texts, names } = loadFiles(PROJECT_DIRECTORY)
  const { documents } = buildPlatform(raws, texts, names).platform!
  const seen = new Set<string>()
  const lost: string[] = []
  for (const kind of KINDS)
    for (const content of documents[kind as keyof typeof documents]?.values() ?? [])
      for (const { path } of outlineOf(content, 'en')) {
        const part = path.reduce<Record<string, unknown>>((value, step) => value[step] as Record<string, unknown>, content as never)
        const shape = `${kind} ${path.findLast((step) => !/^\d+$/.test(step))} ${String(part.node)}`
        const fresh = Object.keys(part).filter((key) => !seen.has(`${shape} ${key}`))
        for (const key of fresh) seen.add(`${shape} ${key}`)
        const asked = fresh.length === 0 ? [] : panelAt(kind, content, path).map(({ key }) => key)
        for (const key of fresh.filter((each) => asked.includes(each))) {
          const left = panelAt(kind, without(content, path, key), path).map((each) => each.key)
          if (!left.includes(key)) lost.push(`${kind} /${path.join('/')}: ${key}`)
        }
      }
  expect(seen.size).toBeGreaterThan(200)
  expect(lost).toEqual([])
})

it('an expression is taken as documents write it, with the equals sign, and without', () => {
  expect([typedCel('=session.signedIn'), typedCel('session.signedIn'), typedCel(' = a == b'), typedCel('='), typedCel('')]).toEqual([
    { cel: 'session.signedIn' },
    { cel: 'session.signedIn' },
    { cel: 'a == b' },
    undefined,
    undefined,
  ])
})

/** A copy in which one object lacks a key. */
function without(value: unknown, [step, ...rest]: readonly string[], key: string): unknown {
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) }
  const own = copy as Record<string, unknown>
  if (step === undefined) delete own[key]
  else own[step] = without(own[step], rest, key)
  return copy
}

const WORDS: Record<'zh' | 'en', MetaWords> = { zh, en }

it.each(['zh', 'en'] as const)(
  'every key that a meta-schema declares has a name in %s, and no name is left of a key that is gone',
  (lang) => {
    expect(Object.keys(WORDS[lang].keys).sort()).toEqual([...declared.keys].sort())
  },
)

it.each(['zh', 'en'] as const)('every value of a closed list, and every kind of node, has a name in %s', (lang) => {
  const nameless = [...declared.values].filter((pair) => {
    const [key = '', value = ''] = pair.split('.')
    return WORDS[lang].values[pair] === undefined && WORDS[lang].values[value] === undefined && key !== ''
  })
  expect(nameless).toEqual([])
  const known = new Set([...declared.values].flatMap((pair) => [pair, pair.split('.')[1]]))
  expect(Object.keys(WORDS[lang].values).filter((name) => !known.has(name))).toEqual([])
})

it('every description and title of the meta-schemas has its Chinese, and none is left of English that has changed', () => {
  expect(Object.keys(WORDS.zh.texts ?? {}).sort()).toEqual([...declared.texts].sort())
})

it('panels name keys, values and help in the language asked for', () => {
  expect(nameOfKey(WORDS.zh, 'visibleWhen')).toBe('满足条件才显示')
  expect(nameOfKey(WORDS.zh, 'from', 'From states')).toBe('原状态')
  expect(nameOfKey(WORDS.en, 'from', 'From states')).toBe('From states')
  expect(nameOfValue(WORDS.zh, 'layout', 'bar')).toBe('工具条')
  expect(nameOfValue(WORDS.zh, 'chart', 'bar')).toBe('柱状图')
  expect(helpOf(WORDS.zh, 'Hidden while false.')).toBe('条件不成立时隐藏。')
  expect(helpOf(WORDS.en, 'Hidden while false.')).toBe('Hidden while false.')
})
