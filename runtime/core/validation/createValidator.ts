/** JSON Schema -> a function that lists mistakes. Compiled in this process, or precompiled to the source of a module that a browser imports under a
 *  policy without `unsafe-eval`. Both give the same errors. */
import standalone from 'ajv/dist/standalone/index.js'
import { sha256 } from '../documents/sha256.ts'
import type { JsonSchema } from '../documents.ts'
import { ajvSchema } from './ajvSchema.ts'
import { boundErrors, ERROR_LIST } from './boundErrors.ts'
import { type AjvOptions, createAjv, RUNTIME_NAME } from './createAjv.ts'
import type { FieldError } from './FieldError.ts'
import { normaliseErrors } from './normaliseErrors.ts'
import { RUNTIME_SYMBOL } from './validatorRuntime.ts'

/** The mistakes in `data`, none when it is right. */
export type Validate = (data: unknown) => FieldError[]

export interface ValidatorModule {
  /** ES module without imports; default export is a `Validate`. Needs `installValidatorRuntime()` where it is imported. */
  readonly source: string
  /** SHA-256 of the source: the name under which it may be cached for ever. */
  readonly hash: string
  /** It has a `pattern`: `await loadRegexEngine()` before validating in a browser. */
  readonly usesRegex: boolean
}

export interface Validator {
  /** Compiles here. Needs the regular-expression engine for schemas with a pattern. @throws Error for a schema that is none */
  compile(schema: JsonSchema | boolean): Validate
  /** Compiles to the source of a module. @throws Error as `compile` */
  standaloneModule(schema: JsonSchema | boolean): ValidatorModule
}

export type ValidatorOptions = AjvOptions

/** @throws Error when a keyword document names no check */
export function createValidator(options: ValidatorOptions): Validator {
  const ajv = createAjv(options)
  const wanted = { defaults: options.defaults, ranges: options.strict ?? true }
  return {
    compile(schema) {
      const stripped = ajvSchema(schema, wanted)
      const validate = ajv.compile(stripped)
      // Ajv keeps what it has compiled; our callers keep the function
      if (typeof stripped === 'object') ajv.removeSchema(stripped)
      return (data) => (validate(data) ? [] : normaliseErrors(validate.errors))
    },
    standaloneModule(schema) {
      const instance = createAjv(options, { source: true, esm: true })
      const stripped = ajvSchema(schema, wanted)
      const validate = instance.compile(stripped)
      const source = moduleSource(boundErrors(withoutUnused(standalone.default(instance, validate), stripped)))
      return { source, hash: sha256(source), usesRegex: source.includes(`${RUNTIME_NAME}.pattern`) }
    },
  }
}

/** Ajv writes the schema into the module whether or not its code looks at it. */
function withoutUnused(code: string, schema: JsonSchema | boolean): string {
  const written = JSON.stringify(schema)
  const start = code.indexOf(` = ${written};`)
  const name = /const (schema\d+)$/.exec(code.slice(0, Math.max(start, 0)))?.[1]
  if (!name || code.split(new RegExp(`\\b${name}\\b`)).length > 2) return code
  return code.replace(`const ${name} = ${written};`, () => '')
}

const EXPORTS = /^"use strict";\s*export const validate = (\w+);\s*export default \1;/

/** Ajv's module, its helpers taken from the installed runtime and its errors made ours. */
function moduleSource(code: string): string {
  const name = EXPORTS.exec(code)![1]!
  const body = code
    .replace(EXPORTS, '')
    .replaceAll('require("ajv/dist/runtime/ucs2length").default', `${RUNTIME_NAME}.characterCount`)
    .replaceAll('require("ajv/dist/runtime/equal").default', `${RUNTIME_NAME}.isSameJson`)
  return [
    `const ${RUNTIME_NAME} = globalThis[Symbol.for(${JSON.stringify(RUNTIME_SYMBOL)})]`,
    `if (!${RUNTIME_NAME}) throw new Error("a validator module was imported before installValidatorRuntime()")`,
    ERROR_LIST,
    body,
    `export default (data) => (${name}(data) ? [] : ${RUNTIME_NAME}.normaliseErrors(${name}.errors))`,
    '',
  ].join('\n')
}
