/** The tags and texts of an XML document in their order, for the few parts of Word and Excel files that questions stand in. No entities of its own, no
 *  external parts: what an untrusted file could do with them does not exist here. */

import { ownOf } from '../reading.ts'

export type XmlPart = { kind: 'open' | 'close'; name: string; attributes: string } | { kind: 'text'; text: string }

const PART =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<(?<end>\/?)(?<name>[\w:.-]+)(?<attributes>(?:[^>"']|"[^"]*"|'[^']*')*?)(?<empty>\/?)>|(?<text>[^<]+)/g

/** An empty tag opens and closes. */
export function* xmlParts(xml: string): Generator<XmlPart> {
  for (const { groups } of xml.matchAll(PART)) {
    const { end, name, attributes = '', empty, text } = groups!
    if (text !== undefined) yield { kind: 'text', text: decoded(text) }
    else if (name !== undefined) {
      if (end !== '/') yield { kind: 'open', name, attributes }
      if (end === '/' || empty === '/') yield { kind: 'close', name, attributes: '' }
    }
  }
}

/** The value of an attribute; undefined when the tag has none. */
export function attributeOf(attributes: string, name: string): string | undefined {
  const found = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes)
  return found ? decoded(found[1] ?? found[2] ?? '') : undefined
}

const NAMED: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

function decoded(text: string): string {
  return text.replaceAll(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return ownOf(NAMED, name) ?? whole
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}
