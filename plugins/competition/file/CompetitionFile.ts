/** A competition as a file, `agon.competition` version 1: a zip with `competition.json` and the files that it names. docs/competitionFile.md tells the format. Types and
 *  bounds only. */

export const FORMAT = 'agon.competition'
export const VERSION = 1
export const CONTENT_NAME = 'competition.json'
/** What one file may hold. */
export const FILE_LIMITS = { files: 300, rowsOfPart: 500, forms: 100 } as const

export interface CompetitionFile {
  format: typeof FORMAT
  version: number
  /** Address of the platform that wrote it, and when. */
  site: string
  madeAt: string
  /** Entity -> rows; the first is that of the competition itself. */
  rows: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>
  /** Id, as rows name it -> content. */
  forms: Readonly<Record<string, object>>
  prints: Readonly<Record<string, object>>
  /** Id, as rows and texts name it -> where it lies in the zip. */
  files: Readonly<Record<string, { name: string; path: string }>>
}

/** As it was unpacked, in a process of its own: JSON that no one has looked at, and where the files lie in the bytes beside it. */
export interface UnpackedFile {
  content: unknown
  files: Readonly<Record<string, { from: number; size: number }>>
}
