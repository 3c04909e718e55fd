/** How large the project is, held against a budget: what grows beyond it is raised in `sizes.json`, by a commit whose body says why (`Grows: ...`). */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { metaSchemas } from '../../runtime/core/documents/metaSchemas.ts'
import { isRecord } from '../../runtime/core/isRecord.ts'
import type { SourceFile } from './readSources.ts'

export const BUDGET_FILE = 'scripts/check/sizes.json'
const PAGE = 'dist/client/index.html'
const ASSET = /(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g
const DOCUMENT = /^schemas\/(?!kinds\/|locales\/).+\.json$/
const PLUGIN = /^plugins\/(?!generated\/).+\.tsx?$/
const REASON = /^Grows: \S/m
/** Commits of the budget that are read. */
const MAX_COMMITS = 50

export type Sizes = Readonly<Record<string, number>>

/** @param files  of the project  @returns by name; the first load only where the client is built */
export function measureSizes(root: string, files: readonly string[], sources: readonly SourceFile[]): Sizes {
  const documents = files.filter((file) => DOCUMENT.test(file))
  const plugins = sources.filter(({ path }) => PLUGIN.test(path))
  return {
    documents: documents.length,
    'lines of documents': sum(documents.map((file) => lines(readFileSync(join(root, file), 'utf8')))),
    handlers: plugins.filter(({ path }) => path.endsWith('.handler.ts')).length,
    'lines of plugins': sum(plugins.map(({ text }) => lines(text))),
    'keys of the language': sum(Object.values(metaSchemas).map(keysIn)),
    ...firstLoad(root),
  }
}

/** A sentence for each size beyond its budget. */
export function checkSizes(sizes: Sizes, budget: Sizes): string[] {
  return Object.entries(sizes).flatMap(([name, size]) => {
    const max = budget[name]
    if (max === undefined) return [`${BUDGET_FILE}: has no budget for "${name}", which is ${size}`]
    return size <= max
      ? []
      : [
          `${name}: ${size}, the budget is ${max}: make it smaller, or raise it in ${BUDGET_FILE} and say why in the body of that commit, on a line "Grows: ..."`,
        ]
  })
}

/** `documents 2,600 of 2,620`. */
export function sizeWords(sizes: Sizes, budget: Sizes): string {
  const words = (size: number | undefined) => size?.toLocaleString('en') ?? 'none'
  return Object.entries(sizes)
    .map(([name, size]) => `${name} ${words(size)} of ${words(budget[name])}`)
    .join(', ')
}

export interface Raise {
  commit: string
  /** Sizes whose budget it raised. */
  names: readonly string[]
  body: string
}

/** A sentence for each commit that raised a budget and does not say why. */
export function checkRaises(raises: readonly Raise[]): string[] {
  return raises.flatMap(({ commit, names, body }) =>
    names.length === 0 || REASON.test(body)
      ? []
      : [`commit ${commit} raises the budget of ${names.join(', ')}: say why in its body, on a line "Grows: ..."`],
  )
}

/** Commits that changed the budget, as far as the history here goes: without one, or before its beginning, there is nothing to compare. */
export function readRaises(root: string): Raise[] {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  const at = (commit: string): Sizes | null => {
    try {
      return JSON.parse(git('show', `${commit}:${BUDGET_FILE}`)) as Sizes
    } catch {
      return null
    }
  }
  try {
    const commits = git('log', '--no-merges', `--max-count=${MAX_COMMITS}`, '--format=%h', '--', BUDGET_FILE).split('\n').filter(Boolean)
    return commits.flatMap((commit) => {
      const [after, before] = [at(commit), at(`${commit}^`)]
      if (after === null || before === null) return []
      return [{ commit, names: raised(before, after), body: git('log', '-1', '--format=%b', commit) }]
    })
  } catch {
    return []
  }
}

function raised(before: Sizes, after: Sizes): string[] {
  return Object.keys(after).filter((name) => before[name] !== undefined && after[name]! > before[name])
}

/** Scripts and styles that the built page names, gzipped. */
function firstLoad(root: string): Sizes {
  if (!existsSync(join(root, PAGE))) return {}
  const files = new Set([...readFileSync(join(root, PAGE), 'utf8').matchAll(ASSET)].map(([, file]) => file!))
  return { 'bytes of the first load': sum([...files].map((file) => gzipSync(readFileSync(join(root, 'dist/client', file))).length)) }
}

function keysIn(schema: unknown): number {
  if (Array.isArray(schema)) return sum(schema.map(keysIn))
  if (!isRecord(schema)) return 0
  const own = isRecord(schema.properties) ? Object.keys(schema.properties).length : 0
  return own + sum(Object.values(schema).map(keysIn))
}

function lines(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}
