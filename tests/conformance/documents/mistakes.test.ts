import { expect, it } from 'vitest'
import { buildPlatform } from '../../../runtime/core/documents/buildPlatform.ts'
import { formatFailures } from '../../../runtime/core/documents/formatFailures.ts'
import { type Edit, editDocument } from '../../fixtures/platform/editDocument.ts'
import { fixtureNames, loadFixture } from '../../fixtures/platform/loadFixture.ts'
import { mistakes } from './mistakes.ts'

function build(file?: string, edit?: Edit) {
  let { raws, texts } = loadFixture()
  if (file !== undefined && edit !== undefined) {
    if (file.startsWith('locales/')) texts = editDocument(texts, file, edit)
    else raws = editDocument(raws, file, edit)
  }
  return buildPlatform(raws, texts, fixtureNames)
}

it('accepts the library as it stands', () => {
  expect(formatFailures(build().failures ?? [])).toBe('')
})

it('seeds at least sixty mistakes', () => {
  expect(mistakes.length).toBeGreaterThanOrEqual(60)
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
