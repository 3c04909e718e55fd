/** Loads the regular expression engine on demand, when a screen has a pattern. */
import { loadRegexEngine } from '../core/expressions/regexEngine.ts'
import { loadChunk } from './loadChunk.ts'

/** @throws ChunkFailed */
export function loadPatterns(): Promise<void> {
  return loadRegexEngine(loadChunk)
}
