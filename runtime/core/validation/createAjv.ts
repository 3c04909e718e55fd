/** The one Ajv of the project: draft 7, all errors, our keywords as `code` keywords (so that they also precompile), patterns on RE2. */
import { _, Ajv, type CodeKeywordDefinition, type KeywordCxt, Name, type Options, stringify, type ValidateFunction } from 'ajv'
import type { JsonSchema, KeywordDocument } from '../documents.ts'
import { compilePattern } from '../expressions/regexEngine.ts'
import { boundErrors, ERROR_LIST } from './boundErrors.ts'
import { firstTwins } from './firstTwins.ts'
import { formats, standardFormats } from './formats.ts'
import { type KeywordCheckName, keywordChecks } from './keywordChecks.ts'

/** The name that precompiled code calls the run-time object by. Ajv's own names end in digits. */
export const RUNTIME_NAME = 'agon'

export interface AjvOptions {
  /** Keyword documents whose keywords schemas may use. */
  readonly keywords: readonly KeywordDocument[]
  /** Schemas that `$ref` may name, by URI. */
  readonly schemas?: Readonly<Record<string, JsonSchema | boolean>>
  /** Unknown keywords and formats are mistakes, and days, times and numbers have the range of the platform (default true); false ignores the former
   *  and knows no range, as the standard says. */
  readonly strict?: boolean
  /** Texts become the numbers and booleans that the schema asks for, single values lists. Changes the data. */
  readonly coerce?: boolean
  /** Missing properties get their `default`. Changes the data. */
  readonly defaults?: boolean
}

/** @throws Error when a keyword document names no check */
export function createAjv(options: AjvOptions, code: Options['code'] = {}): Ajv {
  const strict = options.strict ?? true
  const own = new Name(strict ? 'formats' : 'standardFormats')
  const ajv = new Ajv({
    allErrors: true,
    strict,
    strictTypes: false,
    strictTuples: false,
    strictRequired: false,
    validateSchema: false,
    allowUnionTypes: true,
    coerceTypes: options.coerce ? 'array' : false,
    useDefaults: options.defaults ?? false,
    ownProperties: true,
    // texts are ours (`normaliseErrors`); Ajv's would be a third of a form's validator
    messages: false,
    logger: false,
    formats: strict ? formats : standardFormats,
    code: {
      process: (source) => `${ERROR_LIST};${boundErrors(source)}`,
      regExp: regExpOnRe2,
      formats: _`${new Name(RUNTIME_NAME)}.${own}`,
      ...code,
    },
  })
  ajv.removeKeyword('uniqueItems').addKeyword(UNIQUE_ITEMS)
  for (const document of options.keywords) ajv.addKeyword(keywordDefinition(document))
  for (const [uri, schema] of Object.entries(options.schemas ?? {})) ajv.addSchema(schema as JsonSchema, uri)
  return ajv
}

/** Ajv shares compiled patterns by their text, as `RegExp` has it. */
const regExpOnRe2 = Object.assign(
  (source: string) => {
    const pattern = compilePattern(source)
    return { test: pattern.test, toString: () => `/${source}/` } as unknown as RegExp
  },
  { code: `${RUNTIME_NAME}.pattern` },
)

const UNIQUE_ITEMS: CodeKeywordDefinition = {
  keyword: 'uniqueItems',
  type: 'array',
  schemaType: 'boolean',
  error: { message: '', params: ({ params }) => _`{i: ${params.twins}.i, j: ${params.twins}.j}` },
  code(cxt: KeywordCxt) {
    if (!cxt.schema) return
    const run = cxt.gen.scopeValue('func', { ref: firstTwins, code: _`${new Name(RUNTIME_NAME)}.firstTwins` })
    const twins = cxt.gen.const('twins', _`${run}(${cxt.data})`)
    cxt.setParams({ twins })
    cxt.fail(_`${twins} !== null`)
  },
}

function keywordDefinition(document: KeywordDocument): CodeKeywordDefinition {
  const check = checkOf(document)
  return {
    keyword: document.keyword,
    type: document.appliesTo,
    ...(document.value ? { validateSchema: valueCheck(document) } : {}),
    error: { message: '', params: ({ params }) => _`${params.refusal}` },
    code(cxt: KeywordCxt) {
      const { gen, data, schema, it } = cxt
      const run = gen.scopeValue('keyword', { ref: check, code: _`${new Name(RUNTIME_NAME)}.kernels.${new Name(document.kernel)}` })
      const place = _`{parent: ${it.parentData}, root: ${new Name('rootData')}}`
      const refusal = gen.const('refusal', _`${run}(${data}, ${stringify(schema)}, ${place})`)
      cxt.setParams({ refusal })
      cxt.fail(_`${refusal} !== null`)
    },
  }
}

const forValues = new Ajv({ validateSchema: false, strictTypes: false, logger: false })
const valueChecks = new WeakMap<KeywordDocument, ValidateFunction>()

/** What a keyword's own value must be. Made once: handed over as `metaSchema` it would be compiled by every Ajv that learns the keyword. */
function valueCheck(document: KeywordDocument): ValidateFunction {
  const check = valueChecks.get(document) ?? forValues.compile(document.value as JsonSchema)
  valueChecks.set(document, check)
  return check
}

function checkOf(document: KeywordDocument): (typeof keywordChecks)[KeywordCheckName] {
  if (Object.hasOwn(keywordChecks, document.kernel)) return keywordChecks[document.kernel as KeywordCheckName]
  const known = Object.keys(keywordChecks).join(', ')
  throw new Error(`keyword document ${document.id}: no check "${document.kernel}" in runtime/core/keywords/ (known: ${known})`)
}
