/** Tests as the specification. */
import { describe, expect, it } from 'vitest'
import { buildPlatform } from '../../../runtime/core/documents/buildPlatform.ts'
import { loadFiles } from '../../../runtime/server/documents/loadFiles.ts'
import { readSources } from '../../../scripts/check/readSources.ts'
import { askedOf } from '../../../scripts/spec/coverage.ts'
import { printArea } from '../../../scripts/spec/printSpec.ts'
import { readRules } from '../../../scripts/spec/readRules.ts'
import { areaOfTest } from '../../../scripts/spec/ruleAreas.ts'
import { isTest, rulesByArea, sharedIds, specPages } from '../../../scripts/spec/specPages.ts'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'

// ids that no rule has: the check reads this file too
const id = (number: number) => `[${'SHELF'}-${number}]`
const test = (path: string, text: string) => ({ path, text })
const SHELVES = test(
  'tests/server/library/shelves.test.ts',
  `describe('a shelf', () => {
    it('${id(1)} holds *books* in order', () => {})
    it.each(['a'])('${id(2)} takes %s', () => {})
    it('has no rule', () => {})
    describe('${id(3)} when it is full', () => {
      it('refuses another one', () => {})
      it('says how many there are', () => {})
    })
  })`,
)

describe('[SPECS-1] a rule', () => {
  it('is the title of a test with the words of its groups; a group with an id is one rule of several sentences', () => {
    expect(readRules(SHELVES).map(({ id: own, words }) => [own, words])).toEqual([
      ['SHELF-1', ['a shelf: holds *books* in order']],
      ['SHELF-2', ['a shelf: takes %s']],
      ['SHELF-3', ['a shelf: when it is full: refuses another one', 'a shelf: when it is full: says how many there are']],
    ])
  })

  it('belongs to the area of its folder or name, else to the one whose documents it names, else to the kernel', () => {
    const areas = new Set(['library', 'vote'])
    const areaOf = (path: string, text = '') => areaOfTest(test(path, text), areas)
    expect(areaOf(SHELVES.path)).toBe('library')
    expect(areaOf('tests/server/votes.test.ts')).toBe('vote')
    expect(areaOf('tests/server/road.test.ts', `call('library.lend'); call('library.list'); call('vote.cast')`)).toBe('library')
    expect(areaOf('tests/core/language/short.test.ts', `'library.lend'`)).toBe('kernel-language')
  })

  it('has an id of its own: one that is given twice is refused with both files', () => {
    const again = { ...readRules(SHELVES)[0]!, file: 'tests/server/library/again.test.ts' }
    expect(sharedIds([...readRules(SHELVES), again])).toEqual([expect.stringMatching(/again\.test\.ts: SHELF-1 is a rule of .*shelves/)])
    const all = [...rulesByArea(readSources(PROJECT_DIRECTORY), PROJECT_DIRECTORY).values()].flat()
    expect(sharedIds(all)).toEqual([])
    expect(all.length).toBeGreaterThan(1_500)
  })

  it('stands in the page of its area, as text and not as Markdown', () => {
    const pages = specPages(new Map([['library', readRules(SHELVES)]]))
    expect(pages.get('docs/spec/README.md')).toContain('| [library](library.md) | 3 |')
    expect(pages.get('docs/spec/library.md')).toContain('- **SHELF-1** a shelf: holds \\*books\\* in order')
  })
})

it('[SPECS-2] of an area each call and page is shown with the tests that name it', () => {
  const { raws, texts, names } = loadFiles(PROJECT_DIRECTORY)
  const platform = buildPlatform(raws, texts, names).platform!
  const tests = readSources(PROJECT_DIRECTORY).filter(isTest)
  const asked = askedOf(platform, tests, 'vote')
  expect(asked.find(({ id: own }) => own === 'vote.cast')?.tests).toContain('tests/server/vote/voting.test.ts')
  expect(asked.map(({ kind }) => kind)).toContain('page')
  const printed = printArea('vote', rulesByArea(tests, PROJECT_DIRECTORY).get('vote')!, asked)
  expect(printed).toMatch(/VOTE-1 .*who may vote/)
  expect(printed).toMatch(/call vote\.cast {2}POST .*\n.*voting\.test\.ts/)
}, 120_000)
