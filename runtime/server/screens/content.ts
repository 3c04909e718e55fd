/** A response body, plain or gzipped. */
import { gunzipSync } from 'node:zlib'

export interface Content {
  readonly body: Buffer
  /** Null for content that is never compressed. */
  readonly gzip: Buffer | null
}

/** Kept gzipped only; decompressed for clients without gzip. */
export function packed(gzip: Buffer): Content {
  return {
    gzip,
    get body() {
      return gunzipSync(gzip)
    },
  }
}
