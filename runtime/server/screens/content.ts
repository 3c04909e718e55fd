/** A response body, plain or compressed. */
import { gunzipSync } from 'node:zlib'

export interface Content {
  readonly body: Buffer
  /** Null for content that is never compressed. */
  readonly gzip: Buffer | null
  /** Where it is worth a second form: what every visit begins with. */
  readonly brotli?: Buffer
}

/** Kept compressed only; decompressed for clients without gzip. */
export function packed(gzip: Buffer, brotli?: Buffer): Content {
  return {
    gzip,
    brotli,
    get body() {
      return gunzipSync(gzip)
    },
  }
}
