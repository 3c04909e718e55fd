/** Numbers of certificates: PREFIX-YEAR-COUNTER-CHECK. The last character is a check by ISO 7064 MOD 37,36 over the letters and digits before it: it finds
 *  every single wrong character and nearly
 *  every swap of two neighbours. */

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const SIZE = ALPHABET.length

export interface NumberScheme {
  /** Capital letters and digits. */
  prefix: string
  year: number
  /** Of the counter, at least. */
  digits: number
}

export function serialNumber({ prefix, year, digits }: NumberScheme, number: number): string {
  const body = `${prefix}-${year}-${String(number).padStart(digits, '0')}`
  return `${body}-${checkCharacter(body)}`
}

/** Whether a number is spelled right; it need not exist. */
export function isSerialNumber(serial: string): boolean {
  const match = /^([A-Z0-9]+-\d{4}-\d{3,})-([0-9A-Z])$/.exec(serial)
  return match !== null && checkCharacter(match[1]!) === match[2]
}

/** Normalises typed numbers: lower case, spaces and other dashes. */
export function tidySerial(typed: string): string {
  return typed
    .trim()
    .toUpperCase()
    .replace(/[\s\u2010-\u2015\uFF0D]+/g, '-')
    .replace(/-+/g, '-')
}

function checkCharacter(body: string): string {
  let product = SIZE
  for (const character of body.replaceAll('-', '')) {
    const sum = (product + ALPHABET.indexOf(character)) % SIZE || SIZE
    product = (sum * 2) % (SIZE + 1)
  }
  return ALPHABET[(SIZE + 1 - product) % SIZE]!
}
