/** Builds every library's page with Vite for production and keeps the files in memory. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build, type Rollup } from 'vite'
import type { KeywordDocument } from '../../../runtime/core/documents.ts'
import { compileForm } from '../../../runtime/core/form/compileForm.ts'
import { createValidator } from '../../../runtime/core/validation/index.ts'
import { chunkOf } from '../../../vite.config.ts'
import { installPeers } from '../installPeers.ts'
import { benchDocument } from './agon/document.ts'

export const APPS = ['plain', 'antd', 'rjsf', 'formily', 'jsonforms', 'surveyjs', 'agon'] as const
export type App = (typeof APPS)[number]

export interface ServedFile {
  type: string
  body: Buffer
  /** Bytes on the wire. */
  gzipped: number
}

const FOLDER = import.meta.dirname
const PROJECT = join(FOLDER, '../../..')

/** @returns path on the server -> file; each library's page is `/<app>/` */
export async function buildApps(apps: readonly App[], counts: readonly number[]): Promise<Map<string, ServedFile>> {
  const files = new Map<string, ServedFile>()
  const alias = installPeers(apps)
  for (const app of apps) for (const [path, file] of await buildApp(app, alias)) files.set(path, file)
  for (const count of counts) files.set(`/validators/bench${count}.js`, served('text/javascript', validatorSource(count)))
  return files
}

async function buildApp(app: App, alias: Readonly<Record<string, string>>): Promise<Map<string, ServedFile>> {
  const input = ['main.tsx', 'main.jsx'].map((name) => join(FOLDER, app, name)).find(existsSync)!
  const output = (await build({
    configFile: false,
    logLevel: 'error',
    root: join(FOLDER, app),
    base: `/${app}/`,
    mode: 'production',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [react()],
    resolve: { alias, dedupe: ['react', 'react-dom'] },
    build: {
      write: false,
      target: 'es2022',
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input,
        output: {
          entryFileNames: 'main.js',
          assetFileNames: '[name][extname]',
          codeSplitting: { groups: [chunkOf('first', relative(PROJECT, input))] },
        },
      },
    },
  })) as Rollup.RollupOutput
  const chunks = output.output.filter((file) => file.type === 'chunk')
  const entry = chunks.find((chunk) => chunk.isEntry)!
  const first = chunks.filter((chunk) => chunk === entry || entry.imports.includes(chunk.fileName))
  const styles = first.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])])
  const files = new Map([[`/${app}/`, served('text/html', pageOf(app, styles, entry.imports))]])
  for (const file of output.output) {
    const type = file.fileName.endsWith('.css') ? 'text/css' : 'text/javascript'
    files.set(`/${app}/${file.fileName}`, served(type, file.type === 'chunk' ? file.code : file.source))
  }
  return files
}

/** As Vite writes a page: what its script imports is asked for beside it. */
function pageOf(app: App, styles: readonly string[], imports: readonly string[]): string {
  const preloads = imports.map((name) => `<link rel="modulepreload" href="/${app}/${name}">`)
  const links = [...preloads, ...styles.map((name) => `<link rel="stylesheet" href="/${app}/${name}">`)].join('')
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">${links}`
  return `<!doctype html><html lang="en"><head>${head}</head><body><div id="root"></div><script type="module" src="/${app}/main.js"></script></body></html>`
}

function validatorSource(count: number): string {
  const validator = createValidator({ keywords: keywordDocuments() })
  return validator.standaloneModule(compileForm(benchDocument(count)).validatorSchema).source
}

function keywordDocuments(): KeywordDocument[] {
  const folder = join(FOLDER, '../../../schemas/keywords')
  return readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as KeywordDocument)
}

function served(type: string, body: string | Uint8Array): ServedFile {
  const bytes = Buffer.from(body)
  return { type, body: bytes, gzipped: gzipSync(bytes).length }
}
