/** All texts of one language, as a browser loads them once: by call, or as a file that never changes under its name. */
import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Lang, Platform } from '../../core/platform.ts'
import { type Content, packed } from './content.ts'

export interface TextBundle {
  hash: string
  content: Content
}

const HASH_LENGTH = 16
/** A tenth smaller than by gzip at its best, in as short a time. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT } }
const made = new WeakMap<Platform, Partial<Record<Lang, TextBundle>>>()

export function textBundle(platform: Platform, lang: Lang): TextBundle {
  const known = made.get(platform) ?? {}
  made.set(platform, known)
  known[lang] ??= makeBundle(platform.texts[lang])
  return known[lang]
}

/** Address of the file. */
export function textAddress(platform: Platform, lang: Lang): string {
  return `/assets/texts/${lang}.${textBundle(platform, lang).hash}.json`
}

function makeBundle(texts: Readonly<Record<string, string>>): TextBundle {
  const json = Buffer.from(JSON.stringify(texts))
  const hash = createHash('sha256').update(json).digest('hex').slice(0, HASH_LENGTH)
  return { hash, content: packed(gzipSync(json, { level: 9 }), brotliCompressSync(json, BROTLI)) }
}
