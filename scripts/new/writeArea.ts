/** A new area -> its files. All documents are checked together with the product's before the first is written. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { buildPlatform } from '../../runtime/core/documents/buildPlatform.ts'
import { formatFailures } from '../../runtime/core/documents/formatFailures.ts'
import { parseTexts } from '../../runtime/core/documents/parseTexts.ts'
import { printDocument } from '../../runtime/core/documents/printDocument.ts'
import type { MenuDocument } from '../../runtime/core/documents.ts'
import type { NewArea } from '../../runtime/server/documents/area/area.ts'
import { areaDocuments, menuEntry } from '../../runtime/server/documents/area/areaDocuments.ts'
import { areaWords } from '../../runtime/server/documents/area/areaWords.ts'
import { loadFiles } from '../../runtime/server/documents/loadFiles.ts'
import { areaTest } from './areaTest.ts'
import { nestNamed } from './nestNamed.ts'

const MENU = 'schemas/shell/admin.menu.json'

/**
 * @param root  folder of the project
 * @returns     the files written, from the project's folder; the last but one is the menu, which has one entry more
 * @throws Error when the area is there already, or when the documents would have failures; then nothing is written
 */
export function writeArea(root: string, asked: Omit<NewArea, 'words'>): string[] {
  const area = { ...asked, words: areaWords(parseTexts(loadFiles(root).texts).texts) }
  const folder = join('schemas', area.name)
  if (existsSync(join(root, folder))) throw new Error(`${folder} is there already: choose another name, or remove the folder first`)
  const made = nestNamed(areaDocuments(area)).map(({ kind, id, content }) => ({
    file: `schemas/${id.replaceAll('.', '/')}.${kind}.json`,
    text: `${printDocument(kind, content)}\n`,
  }))
  const menu = { file: MENU, text: menuWith(root, area) }
  assertSound(root, [...made, menu])
  const test = { file: `tests/server/${area.name}/${area.name}.test.ts`, text: areaTest(area) }
  if (existsSync(join(root, test.file))) throw new Error(`${test.file} is there already: remove it first`)
  const files = [...made, menu, test]
  for (const { file, text } of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  return files.map(({ file }) => file)
}

function menuWith(root: string, area: NewArea): string {
  const menu = JSON.parse(readFileSync(join(root, MENU), 'utf8')) as MenuDocument
  return `${printDocument('menu', { ...menu, items: [...menu.items, menuEntry(area)] })}\n`
}

function assertSound(root: string, files: readonly { file: string; text: string }[]): void {
  const { raws, texts, names } = loadFiles(root)
  const replaced = new Set(files.map(({ file }) => file))
  const { failures } = buildPlatform([...raws.filter(({ file }) => !replaced.has(file)), ...files], texts, names)
  if (failures) throw new Error(formatFailures(failures))
}
