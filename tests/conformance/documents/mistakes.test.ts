import { beforeAll, expect, it } from 'vitest'
import { buildPlatform } from '../../../runtime/core/documents/buildPlatform.ts'
import { formatFailures } from '../../../runtime/core/documents/formatFailures.ts'
import { loadRegexEngine } from '../../../runtime/core/expressions/regexEngine.ts'
import { compileFailures } from '../../../runtime/server/documents/compileFailures.ts'
import { type Edit, editDocument } from '../../fixtures/platform/editDocument.ts'
import { fixtureNames, loadFixture } from '../../fixtures/platform/loadFixture.ts'
import { mistakes } from './mistakes.ts'

beforeAll(() => loadRegexEngine())

function build(file?: string, edit?: Edit, anew = false) {
  let { raws, texts } = loadFixture()
  if (file !== undefined && edit !== undefined) {
    if (file.startsWith('locales/')) texts = editDocument(texts, file, edit)
    else raws = editDocument(raws, file, edit)
  }
  const built = buildPlatform(raws, texts, fixtureNames, anew)
  if (!built.platform) return built
  // as check, publishing and the start do
  return { failures: compileFailures(built.platform, raws) }
}

it('accepts the library as it stands', () => {
  expect(formatFailures(build().failures ?? [])).toBe('')
})

it('seeds at least sixty mistakes', () => {
  expect(mistakes.length).toBeGreaterThanOrEqual(60)
})

it('answers a rule that reads a later step with one failure at its place', () => {
  const { raws, texts } = loadFixture()
  const file = 'library/request.form.json'
  const steps = [{ id: 'first' }, { id: 'second' }].map((step) => ({ ...step, title: { zh: '步骤', en: 'Step' } }))
  const inTwo = editDocument(editDocument(raws, file, { set: '/steps', to: steps }), file, {
    set: '/schema/properties/days/x-step',
    to: 'second',
  })
  expect(buildPlatform(inTwo, texts, fixtureNames).failures).toBeUndefined()
  const late = editDocument(inTwo, file, { set: '/schema/properties/street/x-visibleWhen', to: { cel: "way == 'home' && days > 1" } })
  const { failures = [] } = buildPlatform(late, texts, fixtureNames)
  expect(failures).toEqual([
    expect.objectContaining({
      code: 'STEP_LATER',
      file: `schemas/${file}`,
      path: '/schema/properties/street/x-visibleWhen',
      found: '"days", which is asked in the step "second"',
    }),
  ])
})

it('tells each call whose permission no role gives on the whole platform', () => {
  const failures = build('library/clerk.role.json', { remove: '/platform' }).failures ?? []
  expect(failures.length).toBeGreaterThan(3)
  for (const failure of failures)
    expect(failure).toMatchObject({
      code: 'ACCESS_REACH',
      found: expect.stringMatching(/"manageLoan", which is given on single objects alone/),
    })
})

it.each(mistakes.map((mistake) => [mistake.title, mistake] as const))('answers %s with one failure at its place', (_, mistake) => {
  const failures = build(mistake.file, mistake.edit).failures ?? []
  expect(formatFailures(failures)).toContain('1 failure in 1 file')
  const [failure] = failures
  expect(failure).toMatchObject({ code: mistake.code, file: `schemas/${mistake.blamed ?? mistake.file}`, path: mistake.path })
  expect(failure?.expected).toMatch(mistake.expected)
  expect(failure?.found).toMatch(mistake.found)
  expect(failure?.suggestion).toMatch(mistake.suggestion)
})

it('[LINK-1] finds the same mistakes whether all documents are linked or only those that a change touches', () => {
  const differing = mistakes.filter(({ file, edit }) => {
    const { failures: right = [] } = build()
    const [touched, all] = [build(file, edit), build(file, edit, true)].map(({ failures = [] }) => formatFailures(failures))
    return right.length > 0 || touched === '' || touched !== all
  })
  expect(differing.map(({ title }) => title)).toEqual([])
})
