import { readdirSync, readFileSync } from 'node:fs'
import type { KeywordDocument } from '../../../runtime/core/documents.ts'

const FOLDER = new URL('../../../schemas/keywords/', import.meta.url)

/** The keyword documents of the project. */
export const keywordDocuments: readonly KeywordDocument[] = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.keyword.json'))
  .sort()
  .map((name) => JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as KeywordDocument)
