/** `npm run generate`: TypeScript types from documents. With `--check` nothing is written and a difference is a failure. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { buildPlatform } from '../runtime/core/documents/buildPlatform.ts'
import { formatFailures } from '../runtime/core/documents/formatFailures.ts'
import { loadFiles } from '../runtime/server/documents/loadFiles.ts'
import { generateFiles, outOfDate, staleFiles, textOf } from './generate/generateFiles.ts'
import { GALLERY_FOLDER } from './generate/generateGallery.ts'
import { shortSchemaFiles } from './generate/shortSchemas.ts'

/** Where the settings of the editor look for the meta-schemas. Not kept in the repository. */
const EDITORS = '.vscode/kinds'

const root = resolve(import.meta.dirname, '..')
const { raws, texts, names } = loadFiles(root)
const { platform, failures } = buildPlatform(raws, texts, names)
/** Generated documents that are out of date must not hold back what replaces them. */
const source =
  platform ??
  buildPlatform(
    raws.filter(({ file }) => !file.startsWith(GALLERY_FOLDER)),
    texts,
    names,
  ).platform

if (process.argv.includes('--check')) for (const sentence of await outOfDate(root, source)) fail(sentence)
else {
  const files = await generateFiles(root, source)
  for (const [file, text] of [...files, ...shortSchemaFiles(EDITORS)]) write(file, text)
  for (const file of staleFiles(root, files)) rmSync(join(root, file))
}
if (failures) fail(`${formatFailures(failures)}\n\nNothing more was generated: the documents have failures.`)

function write(file: string, text: string): void {
  if (textOf(root, file) === text) return
  const path = join(root, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  console.log(`wrote ${file}`)
}

function fail(sentence: string): void {
  console.error(sentence)
  process.exitCode = 1
}
