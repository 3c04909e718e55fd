/** Source text -> tokens of CEL (https://github.com/google/cel-spec/blob/master/doc/langdef.md#syntax), for `parseExpression`. */
import { ExpressionError } from './ExpressionError.ts'

/** `mark` is an operator, a bracket or `in`; `quoted` a name in back-quotes. The last token is `end`. */
export interface Token {
  readonly kind: 'literal' | 'name' | 'quoted' | 'mark' | 'end'
  /** As written; a quoted name without its quotes. */
  readonly text: string
  /** Of a literal. */
  readonly value: null | boolean | number | string | Uint8Array
  readonly start: number
  readonly end: number
}

const SPACE = /(?:[ \t\n\f\r]|\/\/[^\n]*)*/y
const TOKEN =
  /(0[xX][\da-fA-F]+[uU]?|\d+[uU]|(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?)|([bB][rR]?|[rR])?("""|'''|"|')|([A-Za-z_]\w*)|`([\w.\-/ ]+)`|(==|!=|<=|>=|&&|\|\||[-+*/%<>!()[\]{}.,:?])/y
const LITERALS = new Map<string, null | boolean>([
  ['true', true],
  ['false', false],
  ['null', null],
])

/** @throws ExpressionError `EXPRESSION_SYNTAX`, with the offset */
export function readTokens(source: string): Token[] {
  const tokens: Token[] = []
  let at = skipSpace(source, 0)
  while (at < source.length) {
    const token = readToken(source, at)
    tokens.push(token)
    at = skipSpace(source, token.end)
  }
  tokens.push({ kind: 'end', text: '', value: null, start: source.length, end: source.length })
  return tokens
}

function skipSpace(source: string, at: number): number {
  SPACE.lastIndex = at
  return at + SPACE.exec(source)![0].length
}

function readToken(source: string, start: number): Token {
  TOKEN.lastIndex = start
  const match = TOKEN.exec(source)
  if (!match) throw refuse(`unexpected character "${String.fromCodePoint(source.codePointAt(start)!)}"`, start)
  const [text, number, prefix = '', quote, name, quoted] = match
  const end = start + text.length
  if (number) return { kind: 'literal', text, value: numberOf(number, start), start, end }
  if (quote) return readText(source, start, prefix.toLowerCase(), quote)
  if (quoted) return { kind: 'quoted', text: quoted, value: null, start, end }
  if (name && LITERALS.has(name)) return { kind: 'literal', text, value: LITERALS.get(name)!, start, end }
  return { kind: name && name !== 'in' ? 'name' : 'mark', text, value: null, start, end }
}

/** There is one number type, the double: an integer that it cannot hold exactly is refused instead of rounded. */
function numberOf(text: string, start: number): number {
  const digits = text.replace(/[uU]$/, '')
  const value = Number(digits)
  if (Number.isSafeInteger(value)) return value
  if (!Number.isFinite(value)) throw refuse(`the number ${text} is too large`, start)
  if (!/^(0[xX].*|\d+)$/.test(digits) || BigInt(value) === BigInt(digits)) return value
  throw refuse(`the integer ${text} cannot be held exactly (every integer up to 9007199254740992 can)`, start)
}

function readText(source: string, start: number, prefix: string, quote: string): Token {
  const from = start + prefix.length + quote.length
  let at = from
  while (!source.startsWith(quote, at)) {
    if (at >= source.length) throw refuse(`a text has no closing ${quote}`, start)
    if (quote.length === 1 && /[\n\r]/.test(source[at]!)) throw refuse('a text over several lines stands in three quotes', at)
    at += source[at] === '\\' ? 2 : 1
  }
  const inner = source.slice(from, at)
  const bytes = prefix.includes('b')
  const pieces = prefix.includes('r') ? [inner] : piecesOf(inner, from, bytes)
  const end = at + quote.length
  return { kind: 'literal', text: source.slice(start, end), value: bytes ? bytesOf(pieces) : textOf(pieces), start, end }
}

const ESCAPE = /\\(?:[xX]([\da-fA-F]{2})|([0-3][0-7]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([abfnrtv\\?"'`])|)/g
const CONTROLS: Readonly<Record<string, string>> = { a: '\x07', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

/** A text as pieces: characters as they are, and the numbers that escapes name. In bytes these are bytes, so that code points have no place there. */
function piecesOf(inner: string, offset: number, bytes: boolean): (string | number)[] {
  const pieces: (string | number)[] = []
  let at = 0
  for (const match of inner.matchAll(ESCAPE)) {
    const [whole, hex, octal, short, long, control] = match
    const point = short ?? long
    const code = octal ? Number.parseInt(octal, 8) : Number.parseInt(hex ?? point ?? '', 16)
    const isSurrogate = code >= 0xd800 && code <= 0xdfff
    if (!control && (Number.isNaN(code) || isSurrogate || code > 0x10ffff || (point && bytes)))
      throw refuse(`"${inner.slice(match.index, match.index + 2)}" begins no escape that is known here`, offset + match.index)
    pieces.push(inner.slice(at, match.index), control ? (CONTROLS[control] ?? control) : code)
    at = match.index + whole.length
  }
  return [...pieces, inner.slice(at)]
}

function textOf(pieces: readonly (string | number)[]): string {
  return pieces.map((piece) => (typeof piece === 'string' ? piece : String.fromCodePoint(piece))).join('')
}

function bytesOf(pieces: readonly (string | number)[]): Uint8Array {
  const encoder = new TextEncoder()
  return new Uint8Array(pieces.flatMap((piece) => (typeof piece === 'string' ? [...encoder.encode(piece)] : [piece])))
}

function refuse(message: string, offset: number): ExpressionError {
  return new ExpressionError('EXPRESSION_SYNTAX', message, { offset })
}
