/** Words of a printed sheet: `{{name}}` stands for a value, `**words**` are bold. What a value brings is never read as either. */

/** Words, or the place of a value. */
export type PrintPart = { isBold: boolean } & ({ text: string } | { place: string })

const MARK = /\*\*|\{\{\s*([A-Za-z]\w*(?:\.[A-Za-z]\w*)*)\s*\}\}/g
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
    if (match[1] === undefined) isBold = !isBold
    else parts.push({ place: match[1], isBold })
  }
  addText(text.length)
  return parts
}

/** Names of the places of a text, as they are written, each once. */
export function printPlaces(text: string): string[] {
  return [...new Set([...text.matchAll(PLACE)].map(([, name]) => name!.trim()))]
}
