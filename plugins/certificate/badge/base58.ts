/** Multibase base58btc: how proofs and keys are written (W3C Verifiable Credential Data Integrity, section 2.4). */

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const BASE = 58n
const BYTE = 256n

/** With its mark `z`. */
export function toBase58(bytes: Uint8Array): string {
  let number = bytes.reduce((sum, byte) => sum * BYTE + BigInt(byte), 0n)
  let text = ''
  for (; number > 0n; number /= BASE) text = ALPHABET[Number(number % BASE)] + text
  const zeros = bytes.findIndex((byte) => byte !== 0)
  return `z${ALPHABET[0]!.repeat(zeros < 0 ? bytes.length : zeros)}${text}`
}

/** Null for text that is no base58btc. */
export function fromBase58(text: string): Buffer | null {
  if (!text.startsWith('z')) return null
  let number = 0n
  for (const character of text.slice(1)) {
    const digit = ALPHABET.indexOf(character)
    if (digit < 0) return null
    number = number * BASE + BigInt(digit)
  }
  const bytes: number[] = []
  for (; number > 0n; number /= BYTE) bytes.unshift(Number(number % BYTE))
  const zeros = /^1*/.exec(text.slice(1))![0].length
  return Buffer.from([...new Array<number>(zeros).fill(0), ...bytes])
}
