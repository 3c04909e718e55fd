/** The pages that people read: links lead somewhere, and what the architecture shows is what the example holds. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { takeNested } from '../../../runtime/core/language/nestedForm.ts'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'

const PAGES = ['*.md', 'docs/**/*.md'].flatMap((pattern) => globSync(pattern, { cwd: PROJECT_DIRECTORY })).sort()
const textOf = (file: string) => readFileSync(join(PROJECT_DIRECTORY, file), 'utf8')

/** Anchors as GitHub and GitLab make them: a heading that comes again gets a number. */
function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>()
  for (const [, heading = ''] of text.matchAll(/^#+ (.+)$/gm)) {
    const anchor = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-')
    let name = anchor
    for (let count = 1; anchors.has(name); count++) name = `${anchor}-${count}`
    anchors.add(name)
  }
  return anchors
}

/** Relative links of a page that lead nowhere. */
function deadLinks(page: string): string[] {
  const links = [...textOf(page).matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g)].map(
    ([, markdown, html]) => (markdown ?? html) as string,
  )
  return links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false
    const [path = '', anchor] = link.split('#')
    const file = path === '' ? page : join(dirname(page), path)
    return !existsSync(join(PROJECT_DIRECTORY, file)) || (anchor !== undefined && !anchorsOf(textOf(file)).has(anchor))
  })
}

describe('[DOCS-1] the pages that people read', () => {
  it.each(PAGES)('%s has no link that leads nowhere', (page) => {
    expect(deadLinks(page)).toEqual([])
  })

  it('keep the architecture to two pages; areas of the product are told in docs/product.md', () => {
    expect(textOf('docs/architecture.md').split('\n').length).toBeLessThanOrEqual(130)
  })

  it('show in the architecture the documents of the example', () => {
    const shown = [...textOf('docs/architecture.md').matchAll(/```json\n([\s\S]*?)```/g)].map(([, text = '']) => JSON.parse(text))
    const [resource, page] = ['item.resource.json', 'list.page.json'].map((file) =>
      JSON.parse(textOf(`docs/examples/equipment/schemas/equipment/${file}`)),
    )
    const { description: _, ...screen } = takeNested('equipment.list', page).content
    expect(shown).toEqual([{ ...resource.calls.add }, screen])
  })
})
