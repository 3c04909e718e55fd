/** Two pages beside each of ours, with the same content: one that React draws in the browser, built by Vite as it comes, and one of plain HTML with its CSS. */
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { escapeHtml } from '../../../runtime/core/escapeHtml.ts'
import type { Content, Shown } from './takeContent.ts'

export interface PeerFile {
  type: string
  bytes: Buffer
  isImmutable: boolean
}

const TYPES: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html; charset=utf-8' }
const VOID = new Set(['img', 'br', 'hr', 'input', 'source', 'wbr', 'area', 'col', 'embed', 'track'])
const PROJECT = join(import.meta.dirname, '../../..')

/** @param folder a temporary one. @param contents by name. Answers files by path: `react/<name>.html` and `static/<name>.html` with what they ask for */
export async function buildPeers(folder: string, contents: Readonly<Record<string, Content>>): Promise<Map<string, PeerFile>> {
  const files = new Map<string, PeerFile>()
  const addresses = new Map<string, string>()
  for (const { pictures } of Object.values(contents))
    for (const [address, { type, bytes }] of Object.entries(pictures)) {
      if (addresses.has(address)) continue
      const path = `pictures/${addresses.size}`
      addresses.set(address, `/${path}`)
      files.set(path, { type, bytes, isImmutable: true })
    }
  const placed = Object.entries(contents).map(
    ([name, content]) => [name, { ...content, body: withPictures(content.body, addresses) }] as const,
  )
  for (const [name, content] of placed)
    files.set(`static/${name}.html`, { type: TYPES['.html']!, bytes: Buffer.from(staticPage(content)), isImmutable: false })
  for (const [path, file] of await reactPages(folder, placed)) files.set(path, file)
  return files
}

async function reactPages(folder: string, contents: readonly (readonly [string, Content])[]): Promise<Map<string, PeerFile>> {
  const root = join(folder, 'react')
  const outDir = join(folder, 'built')
  rmSync(root, { recursive: true, force: true })
  mkdirSync(join(root, 'react'), { recursive: true })
  symlinkSync(join(PROJECT, 'node_modules'), join(root, 'node_modules'))
  for (const [name, content] of contents) {
    const show = JSON.stringify(join(import.meta.dirname, 'showContent.tsx'))
    writeFileSync(join(root, `${name}.json`), JSON.stringify(content.body))
    writeFileSync(join(root, `${name}.css`), content.css)
    writeFileSync(
      join(root, `${name}.ts`),
      `import content from './${name}.json'\nimport { showContent } from ${show}\nimport './${name}.css'\nshowContent(content)\n`,
    )
    const body = `<div id="peer"></div><script type="module" src="/${name}.ts"></script>`
    writeFileSync(join(root, `react/${name}.html`), htmlOf(content, { head: '', body: `<body>${body}</body>` }))
  }
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    plugins: [react()],
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { outDir, emptyOutDir: true, rolldownOptions: { input: contents.map(([name]) => join(root, `react/${name}.html`)) } },
  })
  const built = readdirSync(outDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return new Map(
    built.map(({ parentPath, name }) => {
      const path = join(parentPath, name)
      const file = {
        type: TYPES[extname(name)] ?? 'application/octet-stream',
        bytes: readFileSync(path),
        isImmutable: extname(name) !== '.html',
      }
      return [path.slice(outDir.length + 1), file]
    }),
  )
}

function withPictures(shown: Shown, addresses: ReadonlyMap<string, string>): Shown {
  const { src } = shown.attributes
  const children = shown.children.map((child) => (typeof child === 'string' ? child : withPictures(child, addresses)))
  return { ...shown, attributes: src ? { ...shown.attributes, src: addresses.get(src) ?? src } : shown.attributes, children }
}

function staticPage(content: Content): string {
  return htmlOf(content, { head: `<style>${content.css}</style>`, body: markup(content.body) })
}

function htmlOf({ root, title, description }: Content, { head, body }: { head: string; body: string }): string {
  const viewport = '<meta name="viewport" content="width=device-width, initial-scale=1">'
  const words = `<title>${escapeHtml(title)}</title><meta name="description" content="${escapeHtml(description)}">`
  return `<!doctype html><html${attributesOf(root)}><head><meta charset="utf-8">${viewport}${words}<link rel="icon" href="data:,">${head}</head>${body}</html>`
}

function markup({ tag, attributes, children }: Shown): string {
  const inner = children.map((child) => (typeof child === 'string' ? escapeHtml(child) : markup(child))).join('')
  return `<${tag}${attributesOf(attributes)}>${VOID.has(tag) ? '' : `${inner}</${tag}>`}`
}

function attributesOf(attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
    .join('')
}
