/** What is sent as it stands or gzipped. */
import { gunzipSync } from 'node:zlib'

export interface Content {
  readonly body: Buffer
  /** Null when it is sent as it stands to everyone. */
  readonly gzip: Buffer | null
}

/** Held in its gzipped form alone, and unpacked for who does not take that. */
export function packed(gzip: Buffer): Content {
  return {
    gzip,
    get body() {
      return gunzipSync(gzip)
    },
  }
}
