import { type FileFacts, fileName, filesOf } from '../validation/FileFacts.ts'
import type { KeywordCheck } from '../validation/KeywordCheck.ts'
import { refuse } from '../validation/refuse.ts'

/** Pictures at least `[width, height]` pixels; a file whose size in pixels is not known is refused. Codes: `tooSmall` {minWidth, minHeight, width,
 *  height, name}, `unknownSize` {name, minWidth, minHeight}. @see spec 5 (covers 480x270, icons 180x180) */
export const imageMinSize: KeywordCheck<FileFacts | readonly FileFacts[], readonly [number, number]> = (value, [minWidth, minHeight]) => {
  for (const file of filesOf(value)) {
    const { width, height } = file
    const facts = { name: fileName(file), minWidth, minHeight }
    if (typeof width !== 'number' || typeof height !== 'number') return refuse('unknownSize', facts)
    if (width < minWidth || height < minHeight) return refuse('tooSmall', { ...facts, width, height })
  }
  return null
}
