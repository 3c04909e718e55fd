/** Sample forms in the style of what the public documentation of react-jsonschema-form and SurveyJS shows. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { buildPlatform } from '../../../runtime/core/documents/buildPlatform.ts'
import { validateStored } from '../../../runtime/core/documents/validateStored.ts'
import { compileForm } from '../../../runtime/core/form/compileForm.ts'
import { createFormEngine } from '../../../runtime/core/form/createFormEngine.ts'
import type { Platform } from '../../../runtime/core/platform.ts'
import { type ImportWords, LOSS_REASONS } from '../../../runtime/core/studio/import/ImportReport.ts'
import { importForm } from '../../../runtime/core/studio/import/importForm.ts'
import { loadFiles } from '../../../runtime/server/documents/loadFiles.ts'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'
import { readLocaleTexts } from './localeTexts.ts'

const words: ImportWords = (key, values) => readLocaleTexts('en')(`studio.import.words.${key}`, values)
const FOLDER = join(PROJECT_DIRECTORY, 'tests/fixtures/forms/imports')
const samples = readdirSync(FOLDER).filter((name) => name.endsWith('.json') && name !== 'losses.json')
const read = (name: string) => JSON.parse(readFileSync(join(FOLDER, name), 'utf8'))
const imported = (name: string) => importForm(read(`${name}.json`), words)!
const { raws, texts, names } = loadFiles(PROJECT_DIRECTORY)
const platform = buildPlatform(raws, texts, names).platform as Platform
const document = (form: object) => ({ $schema: '../kinds/form.schema.json', id: 'studio.imported', version: 1, ...form })

describe('[IMPORT-1] a form of another tool becomes a form that can be published', () => {
  it.each(samples)('%s', (name) => {
    const { form, losses } = importForm(read(name), words)!
    expect(validateStored(platform, { file: 'document:studio.imported.form@1', text: JSON.stringify(document(form)) }, names)).toEqual([])
    expect(losses.map(({ degree, reason, path, found }) => `${degree} ${reason} ${path}: ${found}`)).toEqual(read('losses.json')[name])
  })

  it('there are twenty samples and more, and what is no form is not taken for one', () => {
    expect(samples.length).toBeGreaterThanOrEqual(20)
    for (const other of [null, 3, 'x', [], {}, { id: 'x' }]) expect(importForm(other, words)).toBeNull()
  })

  it.each(['zh', 'en'] as const)('every reason of a loss has words in %s', (lang) => {
    const texts = readLocaleTexts(lang)
    for (const reason of LOSS_REASONS) expect(texts(`studio.import.reason.${reason}`), reason).not.toBe(`studio.import.reason.${reason}`)
  })
})

describe('[IMPORT-2] conditions mean the same afterwards', () => {
  const shown = (name: string, answers: object) => {
    const engine = createFormEngine(compileForm(document(imported(name).form) as never), answers, { permissions: [] })
    return engine.paths().filter((path) => engine.state(path)?.visible)
  }
  const required = (name: string, answers: object) => {
    const engine = createFormEngine(compileForm(document(imported(name).form) as never), answers, { permissions: [] })
    return engine.paths().filter((path) => engine.state(path)?.required)
  }

  it('dependencies, if, oneOf', () => {
    expect(required('rjsfPropertyDependencies', {})).toEqual(['/name'])
    expect(required('rjsfPropertyDependencies', { credit_card: '1' })).toEqual(['/name', '/billing_address'])
    expect(shown('rjsfSchemaDependencies', { DoYouHaveAnyPets: 'Yes: One' })).toEqual(['/DoYouHaveAnyPets', '/HowOldIsYourPet'])
    expect(shown('rjsfIfThenElse', { animal: 'Cat' })).toEqual(['/animal', '/food'])
    expect(required('rjsfIfThenElse', { animal: 'Fish' })).toEqual(['/animal', '/water'])
    expect(shown('rjsfOneOf', { choice: 'option2' })).toEqual(['/name', '/choice', '/ipsum'])
  })

  it('visibleIf of questions, pages and rows', () => {
    expect(shown('surveyPages', { minor: true })).toContain('/guardian')
    expect(shown('surveyPages', {})).not.toContain('/guardian')
    expect(shown('surveyDynamic', { relatives: [{ relation: 'other' }, { relation: 'mother' }] })).toEqual(
      expect.arrayContaining(['/relatives/0/which', '/relatives/1/relation']),
    )
    expect(shown('surveyDynamic', { relatives: [{ relation: 'mother' }] })).not.toContain('/relatives/0/which')
    expect(shown('surveyConditions', { topics: ['a', 'b'], n: 1 })).toEqual(expect.arrayContaining(['/one', '/two', '/three']))
    expect(shown('surveyConditions', { topics: [], n: 9 })).not.toEqual(expect.arrayContaining(['/two']))
    expect(shown('surveyPanels', { address: { city: '杭州' } })).toContain('/note')
  })
})
