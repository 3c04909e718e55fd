/** Pictures that are sent inside of something else, as `data:` addresses in a design or a formatted text. They are inspected as uploads are, in a process of its own,
 *  before the call that would store them begins: what is drawn later, by anyone who opens it, is what it says it is, and not too large. */
import { createHash } from 'node:crypto'
import { AgonError } from '../../core/errors.ts'
import { cleanRichText } from '../../core/richText/cleanRichText.ts'
import type inspect from '../decoders/inspect.decoder.ts'
import type { DecodersService } from '../decoding/createDecoders.ts'

/** The forms that designs and formatted texts keep; any other goes when they are cleaned or checked. */
const PICTURE = /data:image\/(png|jpe?g|webp|gif);base64,([a-z0-9+/=]+)/gi
const ALLOWED = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']
/** Different ones in one call. */
const MAX = 200
/** Digests of pictures that were found right: a draft is sent again and again. */
const REMEMBERED = 2_000

export interface InlinePictures {
  /** @param whose  the person, or what stands for one. @throws FILE_TYPE, FILE_IMAGE, FILE_UNREADABLE, TEXT_EXCESSIVE, BUSY */
  inspect(input: unknown, whose: string): Promise<void>
}

export function createInlinePictures(decoders: Pick<DecodersService, 'run'>): InlinePictures {
  const known = new Set<string>()
  return {
    async inspect(input, whose) {
      const pictures = picturesIn(input)
      if (pictures.size > MAX) throw new AgonError('TEXT_EXCESSIVE', { nodes: MAX, depth: 1 })
      let number = 0
      for (const [digest, { type, base64 }] of pictures) {
        number += 1
        if (known.has(digest)) continue
        const name = `${number}.${type}`
        await decoders.run<typeof inspect>('platform.inspect', Buffer.from(base64, 'base64'), { name, allowed: ALLOWED }, { whose, name })
        if (known.size >= REMEMBERED) known.delete(known.values().next().value!)
        known.add(digest)
      }
    },
  }
}

interface Inline {
  /** As an extension of a file. */
  type: string
  base64: string
}

/** By digest, each once. */
function picturesIn(input: unknown): Map<string, Inline> {
  const pictures = new Map<string, Inline>()
  for (const text of textsIn(input))
    for (const [, kind, base64] of text.matchAll(PICTURE)) {
      const type = kind!.toLowerCase()
      pictures.set(createHash('sha256').update(`${type} ${base64}`).digest('base64url'), { type, base64: base64! })
    }
  return pictures
}

/** All texts of an input in which a picture may stand: also inside of markup, whose characters may be written as entities, and of JSON, with escapes. */
function textsIn(input: unknown): string[] {
  const texts: string[] = []
  const left: unknown[] = [input]
  while (left.length > 0) {
    const value = left.pop()
    if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) left.push(each)
    if (typeof value !== 'string') continue
    if (/data:image/i.test(value)) texts.push(value)
    if (/<img/i.test(value)) texts.push(cleaned(value))
    if (/^\s*[{[]/.test(value) && value.includes('\\')) left.push(parsed(value))
  }
  return texts
}

/** What would be kept of it as formatted text; nothing when it is none. */
function cleaned(text: string): string {
  try {
    return cleanRichText(text)
  } catch {
    return ''
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
