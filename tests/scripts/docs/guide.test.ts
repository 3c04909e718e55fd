/** The guide makes the area of `docs/examples/mentoring`, page by page: each page is built with those before it. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { buildPlatform } from '../../../runtime/core/documents/buildPlatform.ts'
import { formatFailures } from '../../../runtime/core/documents/formatFailures.ts'
import type { RawDocument } from '../../../runtime/core/platform.ts'
import { loadFiles } from '../../../runtime/server/documents/loadFiles.ts'
import { fillGuide, GUIDE, quotedBy } from '../../../scripts/generate/fillGuide.ts'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'

const EXAMPLE = 'docs/examples/mentoring'
/** Of a page that is not complete before another one. */
const LATER = /<!-- complete with: (\S+) -->/
const PAGES = globSync(`${GUIDE}/[0-9]*.md`, { cwd: PROJECT_DIRECTORY }).sort()
const textOf = (page: string) => readFileSync(join(PROJECT_DIRECTORY, page), 'utf8')
const project = loadFiles(PROJECT_DIRECTORY)
const example = loadFiles(join(PROJECT_DIRECTORY, EXAMPLE))

/** Files of the example that the pages up to this one show. */
function shownUntil(page: string): RawDocument[] {
  const quoted = new Set(PAGES.slice(0, PAGES.indexOf(page) + 1).flatMap((each) => quotedBy(textOf(each))))
  return [...example.raws, ...example.texts].filter(({ file }) => quoted.has(`${EXAMPLE}/${file}`))
}

describe('[GUIDE-1] the guide', () => {
  it('has twelve pages, each with its end, its steps and what is to be seen', () => {
    expect(PAGES).toHaveLength(12)
    for (const page of PAGES)
      expect(textOf(page)).toMatch(/^# \d+\. .+\n\nAt the end you have [\s\S]+\n## Steps\n[\s\S]+\n## What you see\n/)
  })

  it('shows each file of the example once', () => {
    const quoted = PAGES.flatMap((page) => quotedBy(textOf(page))).filter((file) => file.startsWith(`${EXAMPLE}/`))
    expect(quoted.toSorted()).toEqual([...example.raws, ...example.texts].map(({ file }) => `${EXAMPLE}/${file}`).sort())
  })

  it('quotes the files as they are', () => {
    for (const [page, text] of fillGuide(PROJECT_DIRECTORY)) expect(textOf(page), `${page}: run "npm run generate"`).toBe(text)
  })

  it.each(PAGES)('%s builds with the pages before it', { timeout: 120_000 }, (page) => {
    const shown = shownUntil(page)
    const texts = [...project.texts, ...shown.filter(({ file }) => file.includes('/locales/'))]
    const raws = [...project.raws, ...shown.filter(({ file }) => !file.includes('/locales/'))]
    const { failures } = buildPlatform(raws, texts, project.names)
    const later = LATER.exec(textOf(page))?.[1]
    if (later === undefined) expect(failures ? formatFailures(failures) : '').toBe('')
    else {
      expect(PAGES).toContain(join(GUIDE, later))
      expect(failures?.map(({ file }) => file.split('/')[1])).toEqual(failures?.map(() => 'mentoring'))
      expect(failures?.length).toBeGreaterThan(0)
    }
  })
})
