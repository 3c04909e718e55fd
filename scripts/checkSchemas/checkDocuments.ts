/** Loads and checks all documents of the project as the server does, and the texts and handlers that code needs. */
import { buildPlatform } from '../../runtime/core/documents/buildPlatform.ts'
import { formatFailures } from '../../runtime/core/documents/formatFailures.ts'
import { parseTexts } from '../../runtime/core/documents/parseTexts.ts'
import type { Platform } from '../../runtime/core/platform.ts'
import { compileFailures } from '../../runtime/server/documents/compileFailures.ts'
import { loadFiles } from '../../runtime/server/documents/loadFiles.ts'
import { findUnused } from './findUnused.ts'
import { missingInSource, readSourceTexts } from './sourceTexts.ts'

export interface CheckedDocuments {
  /** Undefined when a document has a failure. */
  platform: Platform | undefined
  /** Every failure in words, or empty. */
  failures: string
  /** Unused texts and documents: computed on demand, because that takes longer than the rest. */
  notes(): string[]
  /** Numbers of documents and texts. */
  summary: string
}

/** @param root folder of the project */
export function checkDocuments(root: string): CheckedDocuments {
  const { raws, texts, names } = loadFiles(root)
  const sources = readSourceTexts(root)
  const { platform, failures = [] } = buildPlatform(raws, texts, names)
  const known = Object.keys(parseTexts(texts).texts.zh)
  const all = [...failures, ...(platform ? compileFailures(platform, raws) : []), ...missingInSource(sources, known)]
  return {
    platform,
    failures: all.length > 0 ? formatFailures(all) : '',
    notes: () => (platform ? findUnused(platform, sources) : []),
    summary: `${raws.length} documents, ${platform ? Object.keys(platform.texts.zh).length : known.length} texts`,
  }
}
