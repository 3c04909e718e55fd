/** Typed text -> number. */

const FULL_WIDTH = /[\uFF10-\uFF19\uFF0E\uFF0D]/g
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)$/

/** @returns the number, or the text as typed when it is none */
export function parseNumber(text: string): number | string {
  const plain = text.replace(FULL_WIDTH, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0)).trim()
  return NUMBER.test(plain) ? Number(plain) : text
}
