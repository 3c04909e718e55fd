/** Development: mistakes in documents, shown in the browser by Vite's overlay (Escape closes it) with a link that opens the file at the line. A corrected document
 *  takes it away. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ErrorPayload, HotPayload } from 'vite'
import { AgonError } from '../../runtime/core/errors.ts'
import type { DocumentFailure } from '../../runtime/core/platform.ts'
import { describeError } from './describeError.ts'
import { placeInText } from './placeInText.ts'

/** The sockets of Vite's client. */
export interface Sockets {
  send(payload: HotPayload): void
  on(event: 'connection', hear: () => void): void
}
export interface Mistakes {
  show(error: unknown): void
  clear(): void
}

/** Lines around the mistake. */
const LINES_AROUND = 3

/** @param project folder of the documents */
export function showMistakes(sockets: Sockets, project: string): Mistakes {
  let shown: ErrorPayload | null = null
  // a page that is opened while documents are broken
  sockets.on('connection', () => shown && sockets.send(shown))
  return {
    show(error) {
      shown = { type: 'error', err: overlayOf(error, project) }
      sockets.send(shown)
    },
    clear() {
      if (!shown) return
      shown = null
      sockets.send({ type: 'full-reload' })
    },
  }
}

function overlayOf(error: unknown, project: string): ErrorPayload['err'] {
  const failures = failuresOf(error)
  const [first] = failures
  if (!first) return { message: describeError(error), stack: '', plugin: 'documents' }
  const places = failures.map((failure) => placeOf(failure, project))
  const { file, line, column, text } = places[0]!
  return {
    message: `${wordsOf(first)}\n\nThe documents before keep serving.`,
    stack: failures
      .slice(1)
      .map((failure, at) => `${places[at + 1]!.file}:${places[at + 1]!.line}:${places[at + 1]!.column}\n${wordsOf(failure)}`)
      .join('\n\n'),
    id: file,
    loc: { file, line, column },
    frame: frameOf(text, line),
    plugin: 'documents',
  }
}

function failuresOf(error: unknown): readonly DocumentFailure[] {
  const failures = error instanceof AgonError ? error.details.failures : undefined
  return Array.isArray(failures) ? failures : []
}

function wordsOf({ code, path, expected, found, suggestion }: DocumentFailure): string {
  return `${code} at ${path === '' ? 'the whole document' : path}\nexpected  ${expected}\nfound     ${found}\nfix       ${suggestion}`
}

/** Line and column count from 1. A document of the database has no text here. */
function placeOf(
  { file, path, expected, found }: DocumentFailure,
  project: string,
): { file: string; line: number; column: number; text: string } {
  const full = join(project, file)
  const text = readText(full)
  const [, line, column] = /line (\d+), column (\d+)/.exec(`${expected} ${found}`) ?? []
  if (line && column) return { file: full, text, line: Number(line), column: Number(column) }
  return { file: full, text, ...placeInText(text, path) }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** The lines around one, with their numbers. */
function frameOf(text: string, line: number): string {
  return text
    .split('\n')
    .map((content, at) => `${at + 1 === line ? '>' : ' '} ${String(at + 1).padStart(4)} | ${content}`)
    .slice(Math.max(0, line - 1 - LINES_AROUND), line + LINES_AROUND)
    .join('\n')
}
