/** How similar two texts are, and values by which similar texts are found without comparing every pair: MinHash over runs of characters, in bands. Texts
 *  that share six of ten runs meet in a band with a probability of 0.99; texts that meet are then compared. */

/** Characters of one run. */
const RUN = 3
const BANDS = 20
const ROWS = 3
const SEED = 0x9e3779b9

/** Letters and digits alone, in one width and lower case. */
export function plainText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
}

/** Share of runs that two plain texts have in common of those that either has, 0 to 1. */
export function likeness(one: string, other: string): number {
  const [ofOne, ofOther] = [runsOf(one), runsOf(other)]
  const common = [...ofOne].filter((run) => ofOther.has(run)).length
  const all = ofOne.size + ofOther.size - common
  return all === 0 ? 0 : common / all
}

/** Values of a plain text; texts that are alike very likely share one. */
export function bandsOf(text: string): string[] {
  const least = new Uint32Array(BANDS * ROWS).fill(0xffffffff)
  for (const run of runsOf(text)) {
    const hash = hashOf(run)
    for (let at = 0; at < least.length; at++) {
      const mixed = mix(hash ^ Math.imul(at + 1, SEED))
      if (mixed < least[at]!) least[at] = mixed
    }
  }
  return Array.from({ length: BANDS }, (_, band) => {
    const rows = least.subarray(band * ROWS, (band + 1) * ROWS)
    return `${band}:${[...rows].map((row) => row.toString(36)).join('.')}`
  })
}

function runsOf(text: string): Set<string> {
  const characters = [...text]
  if (characters.length <= RUN) return new Set(text === '' ? [] : [text])
  return new Set(characters.slice(0, 1 - RUN).map((_, at) => characters.slice(at, at + RUN).join('')))
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

/** Spreads the bits of a number, as MurmurHash3 ends. */
function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
