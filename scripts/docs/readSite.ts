/** The pages of `docs/` as a site: each at the path of its file, so that links between files are links between pages. */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, posix, sep } from 'node:path'
import MarkdownIt from 'markdown-it'
import { anchorOf } from '../generate/language/keyTable.ts'

export interface SitePage {
  /** `/guide/01-begin.md`. */
  address: string
  title: string
  html: string
  /** Its sections, for the search. */
  sections: readonly SiteSection[]
}
export interface SiteSection {
  heading: string
  anchor: string
  text: string
}

const HEAD = /^---\n([\s\S]*?)\n---\n/
const COMMENT = /<!--[\s\S]*?-->\n?/g
const FOREIGN = /^(?:[a-z]+:|#)/

/** All pages, by address. @param root folder of the project */
export function readSite(root: string): Map<string, SitePage> {
  const files = globSync('docs/**/*.md', { cwd: root })
    .map((path) => path.split(sep).join('/'))
    .sort()
  const addresses = new Set(files.map((file) => file.slice('docs'.length)))
  return new Map(files.map((file) => [file.slice('docs'.length), readPage(root, file, addresses)]))
}

function readPage(root: string, file: string, addresses: ReadonlySet<string>): SitePage {
  const address = file.slice('docs'.length)
  const whole = readFileSync(join(root, file), 'utf8')
  const facts = (HEAD.exec(whole)?.[1] ?? '').replaceAll('\n', ' · ')
  const source = whole.replace(HEAD, '').replace(COMMENT, '')
  const markdown = new MarkdownIt({ html: false, linkify: false })
  const tokens = markdown.parse(source, {})
  const sections: { heading: string; anchor: string; text: string }[] = []
  const names = new Map<string, number>()
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const heading = tokens[index + 1]?.content.replaceAll('`', '') ?? ''
      const anchor = freeName(heading, names)
      token.attrSet('id', anchor)
      sections.push({ heading, anchor, text: '' })
    } else if (token.type === 'inline' || token.type === 'fence') sections.at(-1)!.text += `${token.content}\n`
    for (const child of token.children ?? []) if (child.type === 'link_open') leadTo(child, address, addresses)
  }
  const html = markdown.renderer.render(tokens, markdown.options, {})
  return {
    address,
    title: sections[0]?.heading ?? address,
    html: facts === '' ? html : `<p class="facts">${markdown.utils.escapeHtml(facts)}</p>${html}`,
    sections,
  }
}

/** As GitHub names headings: one that comes again gets a number. */
function freeName(heading: string, names: Map<string, number>): string {
  const name = anchorOf(heading)
  const count = names.get(name) ?? 0
  names.set(name, count + 1)
  return count === 0 ? name : `${name}-${count}`
}

interface Link {
  attrGet(name: string): string | number | null
  attrSet(name: string, value: string): void
}

/** Files outside `docs/` have no page: the link says where they are in the project, and leads nowhere else. */
function leadTo(link: Link, address: string, addresses: ReadonlySet<string>): void {
  const href = String(link.attrGet('href') ?? '')
  if (FOREIGN.test(href)) return
  const [path = '', anchor] = href.split('#')
  const target = posix.join(dirname(address), path)
  const found = [target, posix.join(target, 'README.md')].find((each) => addresses.has(each))
  if (found === undefined) link.attrSet('title', posix.join('docs', dirname(address), path))
  link.attrSet('href', found === undefined ? '#' : `${found}${anchor === undefined ? '' : `#${anchor}`}`)
}
