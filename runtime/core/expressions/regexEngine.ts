/** Regular expressions in linear time: RE2 semantics by re2js, so that no pattern can block a process or a tab. re2js is large;
 *  the server loads it at start, the browser only when a screen needs it (`runtime/client/loadPatterns.ts`). */
import { ExpressionError } from './ExpressionError.ts'
import { LIMITS } from './limits.ts'

export interface Pattern {
  readonly source: string
  /** True when some part of the text matches. */
  test(text: string): boolean
  /** Size of the compiled program: cost of one character of text. */
  readonly cost: number
}
type Engine = (source: string) => Pattern

let engine: Engine | null = null
let loading: Promise<void> | null = null
const CACHE_SIZE = 500
const cache = new Map<string, Pattern>()

/**
 * Loads re2js once; afterwards `compilePattern` works. Safe to call often.
 * @param through  how code is fetched where it comes over a network
 */
export function loadRegexEngine(through: <T>(load: () => Promise<T>) => Promise<T> = (load) => load()): Promise<void> {
  loading ??= through(() => import('re2js')).then(({ RE2JS }) => {
    engine = (source) => {
      const compiled = RE2JS.compile(source)
      return Object.freeze({ source, cost: compiled.programSize(), test: (text: string) => compiled.test(text) })
    }
  })
  // a failed load is not remembered, so that the next use tries again
  loading.catch(() => {
    loading = null
  })
  return loading
}

/** Whether patterns can be compiled already. */
export function isRegexEngineLoaded(): boolean {
  return engine !== null
}

/**
 * Compiles an RE2 pattern (kept in a cache).
 * @throws ExpressionError `EXPRESSION_REGEX` before `loadRegexEngine()` has finished; `EXPRESSION_LIMIT` when the pattern is too long;
 *         `EXPRESSION_SYNTAX` when it is not RE2 (look-around and back-references are not)
 */
export function compilePattern(source: string): Pattern {
  const known = cache.get(source)
  if (known) return known
  if (!engine) throw new ExpressionError('EXPRESSION_REGEX', 'matches() needs the regular-expression engine: await loadRegexEngine() first')
  if (source.length > LIMITS.pattern)
    throw new ExpressionError('EXPRESSION_LIMIT', `a regular expression has at most ${LIMITS.pattern} characters`)
  const pattern = compileWith(engine, source)
  if (cache.size >= CACHE_SIZE) cache.delete(cache.keys().next().value!)
  cache.set(source, pattern)
  return pattern
}

/** Whether `compilePattern` would answer from its cache. */
export function isPatternCompiled(source: string): boolean {
  return cache.has(source)
}

function compileWith(use: Engine, source: string): Pattern {
  try {
    return use(source)
  } catch (error) {
    throw new ExpressionError(
      'EXPRESSION_SYNTAX',
      `not a regular expression (RE2): ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}
