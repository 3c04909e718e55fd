/** What precompiled validators need at run time. A validator module has no imports: it takes this object from a global symbol, so that the page and
 *  all its validators share one copy of the checks of keywords and of the regular-expression engine. Install it before importing a validator module. */
import { compilePattern } from '../expressions/regexEngine.ts'
import { characterCount } from './characterCount.ts'
import { firstTwins } from './firstTwins.ts'
import { formats, standardFormats } from './formats.ts'
import { isSameJson } from './isSameJson.ts'
import { keywordChecks } from './keywordChecks.ts'
import { normaliseErrors } from './normaliseErrors.ts'

/** Name under which `Symbol.for` finds the installed runtime. */
export const RUNTIME_SYMBOL = 'agon.validation'

export const validatorRuntime = Object.freeze({
  characterCount,
  isSameJson,
  firstTwins,
  normaliseErrors,
  // validators that are stored, and kept by browsers, name it so
  kernels: keywordChecks,
  formats,
  standardFormats,
  /** Compiled at the first use, so that a module can be imported before `loadRegexEngine()` has finished. */
  pattern: (source: string) => ({ test: (text: string) => compilePattern(source).test(text) }),
})

/** Makes `import(validator module)` work in this process or page. May be called again. */
export function installValidatorRuntime(): void {
  Object.defineProperty(globalThis, Symbol.for(RUNTIME_SYMBOL), { value: validatorRuntime, configurable: true })
}
