/** SHA-256 (FIPS 180-4) in plain TypeScript: synchronous and the same on both sides. For naming content and for
 *  one-time values of full length, never for passwords. */

const ROUND_CONSTANTS = fractions(64, 3)
const START = fractions(8, 2)
const BLOCK_BYTES = 64

/** @returns 64 lower-case hexadecimal digits of the UTF-8 bytes of `text` */
export function sha256(text: string): string {
  const bytes = pad(new TextEncoder().encode(text))
  const view = new DataView(bytes.buffer)
  const hash = Uint32Array.from(START)
  const words = new Uint32Array(64)
  for (let offset = 0; offset < bytes.length; offset += BLOCK_BYTES) {
    for (let index = 0; index < 16; index++) words[index] = view.getUint32(offset + index * 4)
    extend(words)
    compress(hash, words)
  }
  return Array.from(hash, (word) => word.toString(16).padStart(8, '0')).join('')
}

function pad(message: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(Math.ceil((message.length + 9) / BLOCK_BYTES) * BLOCK_BYTES)
  bytes.set(message)
  bytes[message.length] = 0x80
  new DataView(bytes.buffer).setBigUint64(bytes.length - 8, BigInt(message.length) * 8n)
  return bytes
}

function extend(words: Uint32Array): void {
  for (let index = 16; index < 64; index++) {
    const early = words[index - 15] as number
    const late = words[index - 2] as number
    const small0 = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3)
    const small1 = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10)
    words[index] = (words[index - 16] as number) + small0 + (words[index - 7] as number) + small1
  }
}

function compress(hash: Uint32Array, words: Uint32Array): void {
  // by index: taking it apart as a list costs as much as the rounds
  let a = hash[0] as number
  let b = hash[1] as number
  let c = hash[2] as number
  let d = hash[3] as number
  let e = hash[4] as number
  let f = hash[5] as number
  let g = hash[6] as number
  let h = hash[7] as number
  for (let index = 0; index < 64; index++) {
    const big1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    const first = (h + big1 + ((e & f) ^ (~e & g)) + (ROUND_CONSTANTS[index] as number) + (words[index] as number)) | 0
    const big0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
    const second = (big0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  hash[0] = (hash[0] as number) + a
  hash[1] = (hash[1] as number) + b
  hash[2] = (hash[2] as number) + c
  hash[3] = (hash[3] as number) + d
  hash[4] = (hash[4] as number) + e
  hash[5] = (hash[5] as number) + f
  hash[6] = (hash[6] as number) + g
  hash[7] = (hash[7] as number) + h
}

function rotate(value: number, by: number): number {
  return (value >>> by) | (value << (32 - by))
}

/** The first 32 bits of the fractional parts of the roots of the first primes, in whole numbers because doubles are too short. */
function fractions(count: number, root: 2 | 3): number[] {
  const primes: number[] = []
  for (let n = 2; primes.length < count; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n)
  return primes.map((prime) => Number(wholeRoot(BigInt(prime) << BigInt(32 * root), root) & 0xffffffffn))
}

function wholeRoot(value: bigint, root: 2 | 3): bigint {
  let low = 0n
  let high = 1n << 40n
  while (low < high) {
    const middle = (low + high + 1n) / 2n
    if (middle ** BigInt(root) <= value) low = middle
    else high = middle - 1n
  }
  return low
}
