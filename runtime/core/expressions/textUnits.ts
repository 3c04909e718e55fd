/**
 * Length of a text in units: a Chinese (or any other non-ASCII) character counts two halves, an ASCII character one.
 * @returns halves divided by two: a multiple of 0.5
 * @see     spec 5 (text length counts Chinese characters as two and ASCII as one, halved)
 */
export function textUnits(text: string): number {
  let halves = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    // the second half of a surrogate pair belongs to the character before it
    if (unit < 0xdc00 || unit > 0xdfff) halves += unit < 0x80 ? 1 : 2
  }
  return halves / 2
}
