/** Texts that code names: every key in the code exists, and every error that can reach a person has words. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { nearest } from '../../runtime/core/documents/suggest.ts'
import { errorCatalogue } from '../../runtime/core/errors.ts'
import type { DocumentFailure } from '../../runtime/core/platform.ts'

const FOLDERS = ['runtime', 'renderer', 'plugins']
/** `translate('a.b')`, `context.text('a.b')` and similar calls; keys that are built at run time are not checked. */
const CALL = /\b(?:translate|useTranslate|translateWith|text)\(\s*'([\w-]+(?:\.[\w-]+)+)'/g
/** All faults of the server have one text for people, see `error.SERVER_FAULT`. */
const REPORTED_AS_FAULT = 500

export interface SourceFile {
  file: string
  text: string
}

/** Own code that may name texts. */
export function readSourceTexts(root: string): SourceFile[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !name.includes('generated'))
      .map((name) => ({ file: `${folder}/${name}`, text: readFileSync(join(root, folder, name), 'utf8') })),
  )
}

/** Keys that code asks for and that do not exist. */
export function missingInSource(sources: readonly SourceFile[], known: readonly string[]): DocumentFailure[] {
  const keys = new Set(known)
  const asked = sources.flatMap(({ file, text }) => [...text.matchAll(CALL)].map((match) => ({ file, key: match[1] as string })))
  const errors = Object.entries(errorCatalogue)
    .filter(([code, { status }]) => status !== REPORTED_AS_FAULT || code === 'SERVER_FAULT')
    .map(([code]) => ({ file: 'runtime/core/errors.ts', key: `error.${code}` }))
  return [...asked, ...errors].filter(({ key }) => !keys.has(key)).map(({ file, key }) => failure(file, key, known))
}

function failure(file: string, key: string, known: readonly string[]): DocumentFailure {
  const near = nearest(key, known)
  const suggestion = near === null ? `add "${key}" to schemas/locales/zh/ and schemas/locales/en/` : `did you mean "${near}"?`
  return { code: 'TEXT_MISSING', file, path: '', expected: `a text "${key}"`, found: 'nothing', suggestion }
}
