/** Looks into a PDF for what acts when it is opened or clicked: scripts, programs that are started, files inside, forms that are sent, other files that
 *  are opened. Does not trust the file's own table of contents: every place where an object could begin is read, those in object streams too, so that
 *  what one viewer finds is found here. What cannot be looked at (encrypted, damaged, packed in a way that is not plain deflate) is refused. */
import { AgonError } from '../../core/errors.ts'
import { boundedInflate, UnpackBudget } from './boundedInflate.ts'

/** Names of a PDF that only active content has (ISO 32000-2: 12.6.4 actions, 7.11.4 embedded files, 13 multimedia; XFA forms hold scripts). */
const ACTIVE: ReadonlySet<string> = new Set([
  'JavaScript',
  'JS',
  'Launch',
  'EmbeddedFile',
  'EmbeddedFiles',
  'EF',
  'RichMedia',
  'Rendition',
  'XFA',
  'SubmitForm',
  'ImportData',
  'GoToE',
  'GoToR',
])
/** Bytes looked at in all, for each byte of the file: hostile nesting would have every byte read again and again. */
const WORK_FACTOR = 4
const MIN_WORK_BYTES = 1_048_576
/** Tokens of one dictionary that are remembered: that of an object stream has about twenty. */
const MAX_TOKENS = 400

/** @throws FILE_ACTIVE with details.found; FILE_UNREADABLE for what cannot be looked at; FILE_EXCESSIVE */
export async function inspectPdf(bytes: Buffer, name: string): Promise<void> {
  const reader = new Reader(name, Math.max(bytes.length * WORK_FACTOR, MIN_WORK_BYTES))
  const packed: { tokens: readonly string[]; at: number }[] = []
  const tables: number[] = []
  for (const start of startsOf(bytes)) {
    const { tokens, end, keyword } = reader.object(bytes, start)
    if (keyword === 'stream' && isObjectStream(tokens)) packed.push({ tokens, at: end })
    else if (keyword === 'stream' && tokens.includes('/XRef')) tables.push(end)
  }
  const budget = new UnpackBudget(bytes.length)
  // readers unpack tables of places too; what they hold cannot act
  for (const at of tables) await boundedInflate(bytes.subarray(behindLineEnd(bytes, at)), budget, 'zlib').catch(passExcessive)
  for (const { tokens, at } of packed) {
    const data = await unpacked(bytes, tokens, at, { name, budget })
    reader.grant(data.length * WORK_FACTOR)
    for (const start of objectsIn(data, tokens, name)) reader.object(data, start)
  }
}

/** Behind every `obj` and `trailer`, wherever they stand. */
function* startsOf(bytes: Buffer): Generator<number> {
  for (const word of ['obj', 'trailer'])
    for (let at = bytes.indexOf(word); at >= 0; at = bytes.indexOf(word, at + word.length))
      if (word !== 'obj' || bytes[at - 1] !== 0x64) yield at + word.length // not that of endobj
}

/** Viewers accept any object with these two keys, whatever its /Type says. */
function isObjectStream(tokens: readonly string[]): boolean {
  return tokens.includes('/ObjStm') || (tokens.includes('/First') && tokens.includes('/N'))
}

async function unpacked(
  bytes: Buffer,
  tokens: readonly string[],
  at: number,
  { name, budget }: { name: string; budget: UnpackBudget },
): Promise<Buffer> {
  const start = behindLineEnd(bytes, at)
  const filter = valueBehind(tokens, '/Filter')
  if (filter.length === 0) return bytes.subarray(start, bytes.indexOf('endstream', start) + 1 || undefined)
  const isDeflate =
    filter.filter((token) => token !== '[' && token !== ']').join(' ') === '/FlateDecode' && !tokens.includes('/DecodeParms')
  if (!isDeflate) throw new AgonError('FILE_UNREADABLE', { name })
  try {
    return await boundedInflate(bytes.subarray(start), budget, 'zlib')
  } catch (error) {
    if (error instanceof AgonError) throw error
    throw new AgonError('FILE_UNREADABLE', { name })
  }
}

function behindLineEnd(bytes: Buffer, at: number): number {
  const [first, second] = [bytes[at], bytes[at + 1]]
  return at + (first === 0x0d && second === 0x0a ? 2 : first === 0x0d || first === 0x0a ? 1 : 0)
}

/** A table that is not deflated, or damaged, is no danger. */
function passExcessive(error: unknown): void {
  if (error instanceof AgonError) throw error
}

/** The tokens behind a key, up to the next one: `/Filter [/FlateDecode]`. A name as the value is not taken for a key. */
function valueBehind(tokens: readonly string[], key: string): string[] {
  const at = tokens.indexOf(key)
  if (at < 0) return []
  const rest = tokens.slice(at + 1)
  if (rest[0] === '[') return rest.slice(0, rest.indexOf(']') + 1)
  const end = rest.findIndex((token, index) => index > 0 && (token.startsWith('/') || token === '>>'))
  return rest.slice(0, end < 0 ? undefined : end)
}

/** Where the objects of an object stream begin, as its head says; the head itself too. */
function objectsIn(data: Buffer, tokens: readonly string[], name: string): number[] {
  const value = valueBehind(tokens, '/First')
  const isOnce = tokens.filter((token) => token === '/First').length === 1
  if (!isOnce || value.length !== 1 || !/^\d{1,9}$/.test(value[0]!)) throw new AgonError('FILE_UNREADABLE', { name })
  const first = Number(value[0])
  const numbers =
    data
      .subarray(0, first)
      .toString('latin1')
      .match(/\d{1,9}/g) ?? []
  return [first, ...numbers.filter((_, at) => at % 2 === 1).map((offset) => first + Number(offset))]
}

interface ReadObject {
  tokens: string[]
  /** Behind the last token. */
  end: number
  /** The word that ended it. */
  keyword: string | null
}

/** Reads tokens, and refuses active names on the way. */
class Reader {
  readonly #name: string
  #work: number
  constructor(name: string, work: number) {
    this.#name = name
    this.#work = work
  }

  grant(work: number): void {
    this.#work += work
  }

  /** One object: up to `endobj`, `stream`, the next `obj`, or the end of the value. @throws FILE_ACTIVE, FILE_UNREADABLE */
  object(bytes: Buffer, start: number): ReadObject {
    const tokens: string[] = []
    let depth = 0
    let at = start
    for (;;) {
      const token = nextToken(bytes, at)
      this.#work -= (token?.end ?? bytes.length) - at
      if (this.#work < 0) throw new AgonError('FILE_UNREADABLE', { name: this.#name })
      if (token === null) return { tokens, end: bytes.length, keyword: null }
      at = token.end
      const { text } = token
      if (ENDS.has(text)) return { tokens, end: at, keyword: text }
      if (text.startsWith('/')) this.#check(text.slice(1))
      if (tokens.length < MAX_TOKENS) tokens.push(text)
      if (text === '<<' || text === '[') depth += 1
      else if (text === '>>' || text === ']') depth -= 1
      if (depth < 0) return { tokens, end: at, keyword: null }
    }
  }

  #check(found: string): void {
    if (found === 'Encrypt') throw new AgonError('FILE_UNREADABLE', { name: this.#name })
    if (ACTIVE.has(found)) throw new AgonError('FILE_ACTIVE', { name: this.#name, found })
  }
}

const ENDS: ReadonlySet<string> = new Set(['endobj', 'obj', 'stream', 'startxref'])
const SPACE: ReadonlySet<number> = new Set([0, 9, 10, 12, 13, 32])
const DELIMITER: ReadonlySet<number> = new Set([...'()<>[]{}/%'].map((character) => character.charCodeAt(0)))

/** Names with `#41` read, strings as `()` whatever they hold. Null at the end. */
function nextToken(bytes: Buffer, from: number): { text: string; end: number } | null {
  let at = from
  while (at < bytes.length) {
    if (SPACE.has(bytes[at]!)) at += 1
    else if (bytes[at] === 0x25) at = endOfLine(bytes, at)
    else break
  }
  if (at >= bytes.length) return null
  const character = String.fromCharCode(bytes[at]!)
  if (character === '(') return { text: '()', end: endOfString(bytes, at) }
  if ((character === '<' || character === '>') && bytes[at + 1] === bytes[at]) return { text: character + character, end: at + 2 }
  if (character === '<') return { text: '()', end: behind(bytes.indexOf('>', at), bytes) }
  if (character !== '/' && DELIMITER.has(bytes[at]!)) return { text: character, end: at + 1 }
  let end = at + 1
  while (end < bytes.length && !SPACE.has(bytes[end]!) && !DELIMITER.has(bytes[end]!)) end += 1
  const text = bytes.toString('latin1', at, Math.min(end, at + 200))
  return { text: text.replace(/#([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))), end }
}

function endOfLine(bytes: Buffer, from: number): number {
  let at = from
  while (at < bytes.length && bytes[at] !== 0x0a && bytes[at] !== 0x0d) at += 1
  return at
}

function endOfString(bytes: Buffer, from: number): number {
  let depth = 0
  for (let at = from; at < bytes.length; at++) {
    if (bytes[at] === 0x5c) at += 1
    else if (bytes[at] === 0x28) depth += 1
    else if (bytes[at] === 0x29) depth -= 1
    if (depth === 0) return at + 1
  }
  return bytes.length
}

function behind(found: number, bytes: Buffer): number {
  return found < 0 ? bytes.length : found + 1
}
