/** What JSON from outside may hold before anything reads it: what goes down by recursion would exhaust the stack, and each member costs whatever looks at it. */

/** The deepest document of the product has 22 levels. */
export const MAX_JSON_DEPTH = 200
/** Members of all objects and arrays together. A form of a thousand questions has 30,000. */
export const MAX_JSON_MEMBERS = 100_000

const QUOTE = 34
const COMMA = 44
const BACKSLASH = 92

/** What is too much in a JSON text: arrays and objects lie too deep in each other, or hold too many members; null when it may be read. One pass, no
 *  recursion; the text need not be valid. */
export function jsonExcess(text: string): 'depth' | 'members' | null {
  if (text.length <= MAX_JSON_DEPTH) return null
  let depth = 0
  let members = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (inString) {
      if (code === BACKSLASH) at += 1
      else if (code === QUOTE) inString = false
    } else if (code === QUOTE) inString = true
    else if (code === COMMA) members += 1
    else if (code === 91 || code === 123) {
      depth += 1
      members += 1
      if (depth > MAX_JSON_DEPTH) return 'depth'
    } else if (code === 93 || code === 125) depth -= 1
    if (members > MAX_JSON_MEMBERS) return 'members'
  }
  return null
}

/** The code that tells what is too much. */
export const EXCESS_CODES = { depth: 'BODY_SYNTAX', members: 'BODY_TOO_LARGE' } as const
