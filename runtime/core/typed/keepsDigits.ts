/** Whether a number is kept as it was written: a double carries 15 digits, and of longer ones those alone that it gives back. */

const NUMBER = /^-?(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/
/** What may hold a number that is not kept: most texts are looked at no further. */
const LONG = /[\d.]{16}|\d[eE]/
const QUOTE = 34
const BACKSLASH = 92
const NUMBER_SIGNS = /[-+.\deE]+/y

/** @param written as in JSON, groups and decimal comma are read before */
export function keepsDigits(written: string): boolean {
  const known = digitsOf(written)
  return known !== null && known === digitsOf(String(Number(written)))
}

/** The digits that count and where the point stands; null for no number. `1.50` and `15e-1` are the same. */
function digitsOf(written: string): string | null {
  const [, whole, decimals = '', exponent = '0'] = NUMBER.exec(written) ?? []
  if (whole === undefined) return null
  const all = (whole + decimals).replace(/^0+/, '')
  const digits = all.replace(/0+$/, '')
  return digits === '' ? '0' : `${digits}e${Number(exponent) - decimals.length + all.length - digits.length}`
}

/** The first number of a JSON text that would become another one; null when all are kept. The text need not be valid. */
export function changedNumber(json: string): string | null {
  if (!LONG.test(json)) return null
  let inString = false
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (inString) {
      if (code === BACKSLASH) at += 1
      else if (code === QUOTE) inString = false
    } else if (code === QUOTE) inString = true
    else if (code >= 48 && code <= 57) {
      NUMBER_SIGNS.lastIndex = at
      const written = NUMBER_SIGNS.exec(json)![0]
      if (NUMBER.test(written) && !keepsDigits(written)) return written
      at += written.length - 1
    }
  }
  return null
}
