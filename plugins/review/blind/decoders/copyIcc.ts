/** A colour profile with its numbers alone. Profiles of screens and cameras tell whose device it was: in descriptions, in tags of their makers, in their head. */

const HEAD = 128
const TAG = 12
const COUNT = 4
/** What colours are computed from (ICC.1:2022, 9.2). */
const NUMBERS: ReadonlySet<string> = new Set([
  ...['rXYZ', 'gXYZ', 'bXYZ', 'wtpt', 'bkpt', 'rTRC', 'gTRC', 'bTRC', 'kTRC', 'chad', 'lumi', 'gamt', 'cicp'],
  ...['A2B0', 'A2B1', 'A2B2', 'B2A0', 'B2A1', 'B2A2', 'D2B0', 'D2B1', 'B2D0', 'B2D1'],
])
/** Types of their data; others could hold texts. */
const TYPES: ReadonlySet<string> = new Set(['XYZ ', 'curv', 'para', 'sf32', 'mft1', 'mft2', 'mAB ', 'mBA ', 'mpet', 'cicp'])
/** Of the head: preferred program, date, flags, maker, model, attributes, creator, id. The rest says what the numbers mean. */
const TELLING: readonly (readonly [from: number, to: number])[] = [
  [4, 8],
  [24, 36],
  [40, 64],
  [80, 128],
]
/** Every profile has a description and a copyright: one that says nothing. */
const NOTHING = Buffer.from('6d6c756300000000000000010000000c656e555300000002' + '0000001c' + '002d0000', 'hex')

/** @throws for what is no profile */
export function copyIcc(bytes: Uint8Array): Buffer {
  const given = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const head = Buffer.from(given.subarray(0, HEAD))
  if (head.toString('latin1', 36, 40) !== 'acsp') throw new Error('no colour profile')
  for (const [from, to] of TELLING) head.fill(0, from, to)
  const kept: { name: string; data: Buffer }[] = [
    { name: 'desc', data: NOTHING },
    { name: 'cprt', data: NOTHING },
  ]
  for (let at = 0; at < given.readUInt32BE(HEAD); at++) {
    const place = HEAD + COUNT + at * TAG
    const name = given.toString('latin1', place, place + COUNT)
    const from = given.readUInt32BE(place + 4)
    const data = given.subarray(from, from + given.readUInt32BE(place + 8))
    if (NUMBERS.has(name) && TYPES.has(data.toString('latin1', 0, 4))) kept.push({ name, data })
  }
  return written(head, kept)
}

function written(head: Buffer, tags: readonly { name: string; data: Buffer }[]): Buffer {
  const table = Buffer.alloc(COUNT + tags.length * TAG)
  table.writeUInt32BE(tags.length, 0)
  const parts: Buffer[] = [head, table]
  let at = HEAD + table.length
  for (const [index, { name, data }] of tags.entries()) {
    const place = COUNT + index * TAG
    table.write(name, place, 'latin1')
    table.writeUInt32BE(at, place + 4)
    table.writeUInt32BE(data.length, place + 8)
    const filled = Buffer.alloc((4 - (data.length % 4)) % 4)
    parts.push(data, filled)
    at += data.length + filled.length
  }
  head.writeUInt32BE(at, 0)
  return Buffer.concat(parts)
}
