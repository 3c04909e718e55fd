/** The JSON files that `printDocument` prints, and which of them differ from its output. The formatter of `biome.json` leaves out the same files. */
import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { KINDS } from '../../runtime/core/documents/parseDocument.ts'
import { parseJson } from '../../runtime/core/documents/parseJson.ts'
import { printDocument } from '../../runtime/core/documents/printDocument.ts'

const PATTERNS = ['schemas/**/*.json', 'plugins/**/*.json', 'tests/fixtures/**/schemas/**/*.json', 'docs/examples/**/schemas/**/*.json']

interface PrintedFile {
  /** From the project's folder, with forward slashes. */
  file: string
  text: string
  /** The text it should have: the same when it is not JSON, for that is reported by the check of documents and by lint. */
  printed: string
}

/** All files that are printed, sorted. @param root folder of the project */
export function printedFiles(root: string): PrintedFile[] {
  return globSync(PATTERNS, { cwd: root })
    .map((file) => file.split(sep).join('/'))
    .sort()
    .map((file) => {
      const text = readFileSync(join(root, file), 'utf8')
      return { file, text, printed: printFile(file, text) }
    })
}

/** A sentence for each file that differs from its printed form. */
export function misprinted(root: string): string[] {
  return printedFiles(root)
    .filter(({ text, printed }) => printed !== text)
    .map(({ file }) => `${file} is not printed as documents are: run "npm run format" and commit the result`)
}

function printFile(file: string, text: string): string {
  const parsed = parseJson(text)
  if ('mistake' in parsed || typeof parsed.value !== 'object' || parsed.value === null) return text
  const named = /\.(\w+)\.json$/.exec(file)?.[1]
  const kind = KINDS.find((one) => one === named)
  // what tests and the demonstration hold is in the form in which documents are stored
  const isWritten = file.startsWith('schemas/') || file.startsWith('docs/')
  return `${printDocument(kind, parsed.value, { asWritten: !isWritten })}\n`
}
