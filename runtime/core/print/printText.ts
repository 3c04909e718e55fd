/** Words of a printed sheet: `{{name}}` stands for a value, `{{name, format}}` for a day in a format, `**words**` are bold. What a value brings is never read as any. */

/** Words, or the place of a value. */
export type PrintPart = { isBold: boolean } & ({ text: string } | PrintPlace)
export interface PrintPlace {
  /** Name of the value. */
  place: string
  /** Of a day; see `printDay`. */
  format?: string
}

const MARK = /\*\*|\{\{\s*([A-Za-z]\w*(?:\.[A-Za-z]\w*)*)\s*(?:,\s*(\w+)\s*)?\}\}/g
/** What looks like a place, also one that is misspelt. */
const PLACE = /\{\{([^{}]*)\}\}/g

/** A text in its parts, in order; bold that is not closed ends with the text. */
export function parsePrintText(text: string): PrintPart[] {
  const parts: PrintPart[] = []
  let isBold = false
  let from = 0
  const addText = (until: number) => {
    if (until > from) parts.push({ text: text.slice(from, until), isBold })
  }
  for (const match of text.matchAll(MARK)) {
    addText(match.index)
    from = match.index + match[0].length
    const [, place, format] = match
    if (place === undefined) isBold = !isBold
    else parts.push({ place, isBold, ...(format !== undefined && { format }) })
  }
  addText(text.length)
  return parts
}

/** Places of a text, as they are written, each once. */
export function printPlaces(text: string): PrintPlace[] {
  const written = [...new Set([...text.matchAll(PLACE)].map(([, inner]) => inner!.trim()))]
  return written.map((inner) => {
    const comma = inner.indexOf(',')
    return comma < 0 ? { place: inner } : { place: inner.slice(0, comma).trim(), format: inner.slice(comma + 1).trim() }
  })
}
