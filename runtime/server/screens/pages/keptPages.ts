/** Pages that were made a moment ago, packed as they are sent: many people who open the same page together get the same one. After a second it is made
 *  again, from the data of then. */
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Platform } from '../../../core/platform.ts'

export interface MadePage {
  code: number
  headers: Readonly<Record<string, string>>
  html: string
  /** Shows nothing of the one who asked. */
  isShared: boolean
}

export interface PackedPage extends Pick<MadePage, 'code' | 'headers'> {
  body(encodings: string): Promise<{ bytes: Buffer; encoding: string | null }>
}

const KEPT_MS = 1_000
const MAX = 100
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT } }
const GZIP = { level: 6 }
const packs = { br: (body: Buffer) => promisify(brotliCompress)(body, BROTLI), gzip: (body: Buffer) => promisify(gzip)(body, GZIP) }

export interface KeptPages {
  /** @param key all that the page depends on but the platform and its data */
  take(platform: Platform, key: string, make: () => Promise<MadePage>): Promise<PackedPage>
}

export function createKeptPages(clock: () => number = Date.now): KeptPages {
  let of: Platform | null = null
  let pages = new Map<string, { at: number; page: Promise<PackedPage> }>()

  return {
    async take(platform, key, make) {
      if (of !== platform) [of, pages] = [platform, new Map()]
      const now = clock()
      const known = pages.get(key)
      if (known && now - known.at < KEPT_MS) return known.page
      for (const [old, { at }] of pages) if (now - at >= KEPT_MS || pages.size >= MAX) pages.delete(old)
      const here = pages
      const forget = () => here.delete(key)
      const made = make()
      const page = made.then(packed)
      here.set(key, { at: now, page })
      made.then(({ isShared }) => isShared || forget(), forget)
      return page
    },
  }
}

function packed({ code, headers, html }: MadePage): PackedPage {
  const plain = Buffer.from(html)
  const made: Partial<Record<keyof typeof packs, Promise<Buffer>>> = {}
  return {
    code,
    headers,
    async body(encodings) {
      const encoding = /\bbr\b/.test(encodings) ? 'br' : /\bgzip\b/.test(encodings) ? 'gzip' : null
      if (!encoding) return { bytes: plain, encoding }
      made[encoding] ??= packs[encoding](plain)
      return { bytes: await made[encoding], encoding }
    },
  }
}
