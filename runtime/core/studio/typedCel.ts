/** An expression that was typed: as documents write it, `=session.signedIn`, or without the sign. */

/** @returns undefined for nothing */
export function typedCel(text: string): { cel: string } | undefined {
  const cel = text.replace(/^\s*=(?!=)\s*/, '')
  return cel === '' ? undefined : { cel }
}
