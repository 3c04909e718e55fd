/** Which stored documents are left out, by a build that is told what does not go together. */
import { expect, it } from 'vitest'
import type { BuiltPlatform } from '../../../runtime/core/documents/buildPlatform.ts'
import type { RawDocument } from '../../../runtime/core/platform.ts'
import { fitStored } from '../../../runtime/server/documents/fitStored.ts'

const raws = (...names: string[]): RawDocument[] => names.map((name) => ({ file: name, text: '' }))
const failure = (file: string) => ({ code: 'X', file, path: '', expected: '', found: '', suggestion: '' })

/** @param blame  files that fail for the documents that are in */
function building(blame: (names: readonly string[]) => string[]) {
  let builds = 0
  const build = (stored: readonly RawDocument[]) => {
    builds++
    const failures = blame(stored.map(({ file }) => file)).map(failure)
    return (failures.length > 0 ? { failures } : { platform: {}, passedOver: [] }) as BuiltPlatform
  }
  return { build, count: () => builds }
}
const names = (documents: readonly RawDocument[]) => documents.map(({ file }) => file).sort()

it('[FIT-1] all are kept, in one build, when nothing fails', () => {
  const { build, count } = building(() => [])
  expect(names(fitStored(raws('a', 'b'), build).kept)).toEqual(['a', 'b'])
  expect(count()).toBe(1)
})

it('[FIT-2] those that fail themselves are left out, with what is wrong, and then those that needed them', () => {
  const { build } = building((all) => [
    ...(all.includes('bad') ? ['bad'] : []),
    ...(all.includes('user') && !all.includes('bad') ? ['user'] : []),
  ])
  const { kept, left } = fitStored(raws('a', 'bad', 'user', 'b'), build)
  expect(names(kept)).toEqual(['a', 'b'])
  expect(left.map(({ raw, failures }) => [raw.file, failures.length])).toEqual([
    ['bad', 1],
    ['user', 1],
  ])
})

it('[FIT-3] those that break a built-in document are found among the others, and only they are left out', () => {
  const breakers = ['c', 'f']
  const { build, count } = building((all) => (breakers.some((name) => all.includes(name)) ? ['schemas/built/in.page.json'] : []))
  const { kept, left, built } = fitStored(raws(...'abcdefgh'), build)
  expect([names(kept).join(''), left.map(({ raw }) => raw.file)]).toEqual(['abdegh', breakers])
  expect(built.failures).toBe(undefined)
  expect(count()).toBeLessThan(16)
})
