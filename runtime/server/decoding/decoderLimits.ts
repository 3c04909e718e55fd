/** What decoding one foreign file may take. What needs more is refused, or withheld. */
export const DECODER_LIMITS = {
  /** Unpacked bytes of one file. */
  unpackedBytes: 50_000_000,
  /** Unpacked bytes of one part of it. */
  partBytes: 20_000_000,
  /** Unpacked bytes for each packed one. */
  ratio: 100,
  /** Below this many bytes no ratio is counted: a page of blanks packs better. */
  anyRatioBytes: 1_000_000,
  /** Parts of one archive. */
  parts: 10_000,
  /** Pixels of one picture, all its frames together. */
  pixels: 40_000_000,
  /** Of the decoding process, with the runtime itself. */
  memoryBytes: 640_000_000,
  /** Of the objects of JavaScript in it, in MB. */
  heapMb: 384,
} as const
