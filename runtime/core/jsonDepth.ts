/** How deep JSON from outside may be nested: what reads it goes down by recursion, and hostile text would exhaust the stack. */

/** The deepest document of the product has 22 levels. */
export const MAX_JSON_DEPTH = 200

const QUOTE = 34
const BACKSLASH = 92

/** Whether arrays and objects of a JSON text lie deeper in each other than `MAX_JSON_DEPTH`. One pass, no recursion; the text need not be valid. */
export function isTooDeep(text: string): boolean {
  if (text.length <= MAX_JSON_DEPTH) return false
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (inString) {
      if (code === BACKSLASH) at += 1
      else if (code === QUOTE) inString = false
    } else if (code === QUOTE) inString = true
    else if (code === 91 || code === 123) {
      depth += 1
      if (depth > MAX_JSON_DEPTH) return true
    } else if (code === 93 || code === 125) depth -= 1
  }
  return false
}
