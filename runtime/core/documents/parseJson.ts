/** A strict JSON reader (RFC 8259) that tells the line and column of a mistake and refuses an object that names a key twice. */
import { MAX_JSON_DEPTH } from '../jsonBounds.ts'

/** Why a text is not JSON. `line` and `column` count from 1; `path` is the JSON Pointer of a key that stands twice. */
export interface JsonMistake {
  code: 'JSON_SYNTAX' | 'JSON_DUPLICATE_KEY'
  line: number
  column: number
  path: string
  expected: string
  found: string
}

class Stop extends Error {
  readonly mistake: JsonMistake
  constructor(mistake: JsonMistake) {
    super(mistake.expected)
    this.mistake = mistake
  }
}

/** @returns the value, or the first mistake */
export function parseJson(text: string): { value: unknown } | { mistake: JsonMistake } {
  const plain = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
  try {
    new Reader(plain).document()
    // not from pieces of the text: each would keep the whole of it in memory
    return { value: JSON.parse(plain) }
  } catch (error) {
    if (error instanceof Stop) return { mistake: error.mistake }
    throw error
  }
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids raw control characters in strings
const PLAIN = /[^"\\\u0000-\u001f]*/y
const SPACE = /[ \t\r\n]*/y
/** Of a space; nothing that may be between values has a higher one. */
const SPACE_CODE = 0x20
const ESCAPES: Record<string, string> = { '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }
const WORDS = ['true', 'false', 'null']

/** Finds the first mistake without building a value. */
class Reader {
  readonly text: string
  at = 0
  depth = 0
  path: (string | number)[] = []

  constructor(text: string) {
    this.text = text
  }

  document(): void {
    this.space()
    this.value()
    this.space()
    if (this.at < this.text.length) this.stop('the end of the file')
  }

  value(): void {
    const char = this.text[this.at]
    if (char === '{') this.object()
    else if (char === '[') this.array()
    else if (char === '"') this.string()
    else this.plain()
  }

  plain(): void {
    const word = WORDS.find((one) => this.text.startsWith(one, this.at))
    if (word !== undefined) this.at += word.length
    else if (this.match(NUMBER) === '') this.stop('a value')
  }

  object(): void {
    const keys = new Set<string>()
    this.enter()
    if (!this.take('}')) {
      do {
        this.space()
        if (this.text[this.at] !== '"') this.stop('a key in double quotes')
        const start = this.at
        const key = this.string()
        if (keys.has(key)) this.stop('each key once', start, 'JSON_DUPLICATE_KEY', key)
        this.space()
        if (!this.take(':')) this.stop('":"')
        this.space()
        this.path.push(key)
        keys.add(key)
        this.value()
        this.path.pop()
        this.space()
      } while (this.take(','))
      if (!this.take('}')) this.stop('"," or "}"')
    }
    this.depth -= 1
  }

  array(): void {
    this.enter()
    if (!this.take(']')) {
      let index = 0
      do {
        this.space()
        this.path.push(index++)
        this.value()
        this.path.pop()
        this.space()
      } while (this.take(','))
      if (!this.take(']')) this.stop('"," or "]"')
    }
    this.depth -= 1
  }

  string(): string {
    this.at += 1
    let result = this.match(PLAIN)
    while (this.text[this.at] === '\\') {
      result += this.escape() + this.match(PLAIN)
    }
    if (!this.take('"')) this.stop('a closing double quote')
    return result
  }

  escape(): string {
    const char = this.text[this.at + 1] ?? ''
    if (char === 'u') {
      const digits = this.text.slice(this.at + 2, this.at + 6)
      if (!/^[0-9a-fA-F]{4}$/.test(digits)) this.stop('four hexadecimal digits after \\u')
      this.at += 6
      return String.fromCharCode(Number.parseInt(digits, 16))
    }
    const plain = ESCAPES[char]
    if (plain === undefined) this.stop('one of \\" \\\\ \\/ \\b \\f \\n \\r \\t \\u')
    this.at += 2
    return plain as string
  }

  enter(): void {
    this.at += 1
    this.depth += 1
    if (this.depth > MAX_JSON_DEPTH) this.stop(`at most ${MAX_JSON_DEPTH} levels of nesting`)
    this.space()
  }

  space(): void {
    if (this.text.charCodeAt(this.at) <= SPACE_CODE) this.match(SPACE)
  }

  take(char: string): boolean {
    if (this.text[this.at] !== char) return false
    this.at += 1
    return true
  }

  match(pattern: RegExp): string {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)?.[0] ?? ''
    this.at += found.length
    return found
  }

  stop(expected: string, at = this.at, code: JsonMistake['code'] = 'JSON_SYNTAX', key?: string): never {
    const before = this.text.slice(0, at).split('\n')
    const path =
      code === 'JSON_DUPLICATE_KEY' ? [...this.path, key].map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`) : []
    const found =
      key !== undefined ? `"${key}" twice` : at >= this.text.length ? 'the end of the file' : JSON.stringify(this.text.slice(at, at + 12))
    throw new Stop({ code, line: before.length, column: (before.at(-1) ?? '').length + 1, path: path.join(''), expected, found })
  }
}
