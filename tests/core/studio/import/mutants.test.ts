/** The samples of `tests/fixtures/forms/imports`, broken at random: whatever a file holds, it is refused with a name or becomes a form that passes our checks. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildPlatform } from '../../../../runtime/core/documents/buildPlatform.ts'
import { validateStored } from '../../../../runtime/core/documents/validateStored.ts'
import type { Platform } from '../../../../runtime/core/platform.ts'
import { checkDesign } from '../../../../runtime/core/studio/checkDesign.ts'
import { REFUSED_FORMATS } from '../../../../runtime/core/studio/import/detectFormat.ts'
import { importForm } from '../../../../runtime/core/studio/import/importForm.ts'
import { loadFiles } from '../../../../runtime/server/documents/loadFiles.ts'
import { PROJECT_DIRECTORY } from '../../../harness/projectDirectory.ts'
import { readLocaleTexts } from '../localeTexts.ts'

type Json = Record<string, unknown>
interface Change {
  /** Which of all keys in the sample, counted around. */
  at: number
  how: 'delete' | 'rename' | 'repeat' | 'swap' | 'retype'
  to: unknown
}

const FOLDER = join(PROJECT_DIRECTORY, 'tests/fixtures/forms/imports')
const samples = readdirSync(FOLDER).filter((name) => name.endsWith('.json') && name !== 'losses.json')
const { raws, texts, names } = loadFiles(PROJECT_DIRECTORY)
const platform = buildPlatform(raws, texts, names).platform as Platform
const english = readLocaleTexts('en')
const vocabulary = {
  keywords: [...platform.documents.keyword.values()],
  enums: Object.fromEntries(platform.documents.enum),
  widgets: [...names.widgets],
  permissions: platform.app.permissions,
}
const place = {
  words: (key: string, values?: { number: number }) => english(`studio.import.words.${key}`, values),
  check: (form: Parameters<typeof checkDesign>[0]) => checkDesign(form, vocabulary),
}

const ODD = [
  null,
  true,
  0,
  -1,
  1e21,
  '',
  '{',
  'x'.repeat(3000),
  '__proto__',
  'constructor',
  [],
  {},
  [null],
  [[]],
  { type: 'object' },
  { type: [] },
  ['a', 1],
]
const changes = fc.array(
  fc.record({
    at: fc.nat(4000),
    how: fc.constantFrom<Change['how']>('delete', 'rename', 'repeat', 'swap', 'retype', 'retype'),
    to: fc.constantFrom<unknown>(...ODD),
  }),
  { minLength: 1, maxLength: 6 },
)

describe('[IMPORT-39] a broken file of another tool', () => {
  it.each(samples)('%s is refused by name, or becomes a form that can be published, with every unknown key in the report', (name) => {
    const sample = readFileSync(join(FOLDER, name), 'utf8')
    fc.assert(
      fc.property(changes, fc.nat(4000), (broken, unknown) => {
        const value = JSON.parse(sample)
        for (const change of broken) apply(value, change)
        const planted = plant(value, unknown)
        const result = importForm(value, place)
        if ('refused' in result) return void expect(REFUSED_FORMATS).toContain(result.refused)
        const { form, losses } = result
        if (Object.keys(form.schema.properties).length === 0) return void expect(losses.map(({ reason }) => reason)).toContain('nothing')
        const document = { $schema: '../kinds/form.schema.json', id: 'studio.imported', version: 1, ...form }
        expect(validateStored(platform, { file: 'document:studio.imported.form@1', text: JSON.stringify(document) }, names)).toEqual([])
        if (!losses.some(({ path }) => covers(path, planted))) expect(JSON.stringify(form), planted).toContain('agonMark')
      }),
      { seed: Number(process.env.SEED ?? 18), numRuns: RUNS },
    )
  })
})
const RUNS = Number(process.env.MUTANTS ?? 60)

function apply(root: Json, { at, how, to }: Change): void {
  const places = placesOf(root)
  const { holder, key } = places[at % places.length] ?? {}
  if (!holder || key === undefined) return
  if (how === 'retype') holder[key] = structuredClone(to)
  else if (how === 'repeat' && Array.isArray(holder)) holder.push(structuredClone(holder[Number(key)]))
  else if (how === 'repeat') holder[`${key}2`] = structuredClone(holder[key])
  else if (how === 'swap') {
    const other = places[(at * 7 + 3) % places.length]!
    holder[key] = structuredClone(other.holder[other.key])
  } else {
    const value = holder[key]
    if (Array.isArray(holder)) holder.splice(Number(key), 1)
    else delete holder[key]
    if (how === 'rename' && !Array.isArray(holder)) holder[`${key}Other`] = value
  }
}

/** Puts a key that no format has into an object. @returns its JSON Pointer */
function plant(root: Json, at: number): string {
  const objects = [
    { path: '', holder: root },
    ...placesOf(root).map(({ holder, key, path }) => ({ path, holder: holder[key] as Json })),
  ].filter(({ holder }) => typeof holder === 'object' && holder !== null && !Array.isArray(holder))
  const { path, holder } = objects[at % objects.length]!
  holder['x-agonMark'] = 'agonMark'
  return `${path}/x-agonMark`
}

/** Names that the sender chose, which are no keys of the format. */
const CHOSEN = /\/dependencies\/x-agonMark$/

/** What stands in a definition is told where it is used, with the part around it when that part is lost. */
function covers(path: string, planted: string): boolean {
  return (
    planted === path ||
    planted.startsWith(`${path}/`) ||
    path.endsWith('/x-agonMark') ||
    planted.startsWith('/schema/definitions/') ||
    CHOSEN.test(planted)
  )
}

function placesOf(value: unknown, path = ''): { holder: Json; key: string; path: string }[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    const here = `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
    return [{ holder: value as Json, key, path: here }, ...placesOf(inner, here)]
  })
}
