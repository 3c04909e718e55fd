import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  createValidator,
  type FieldError,
  installValidatorRuntime,
  type KeywordCheck,
  keywordTexts,
} from '../../../runtime/core/validation/index.ts'
import '../../../runtime/core/values/phoneRules.ts'
import { keywordChecks } from '../../../runtime/core/validation/keywordChecks.ts'
import { dataOf, expectedOf, type KeywordCase, keywordCases, labelOf, schemaOf } from './keywordCases.ts'
import { keywordDocuments } from './keywordDocuments.ts'

const validator = createValidator({ keywords: keywordDocuments })
const documentOf = (keyword: string) => keywordDocuments.find((document) => document.keyword === keyword)!

/** Only the facts that the case names: the rest of a refusal may grow. */
function comparable(errors: readonly FieldError[], one: KeywordCase): unknown[] {
  const names = ['code', ...Object.keys(one.facts ?? {})]
  return errors.map(({ path, rule, params, message }) => ({
    path,
    rule,
    key: message.key,
    facts: Object.fromEntries(names.map((name) => [name, params[name]])),
  }))
}

describe('keywords', () => {
  const rows = keywordCases.map((one) => [labelOf(one), one] as const)

  it.each(rows)('check alone: %s', (_, one) => {
    const applies = documentOf(one.keyword).appliesTo as string[]
    const kind = Array.isArray(one.value) ? 'array' : typeof one.value
    const check = keywordChecks[documentOf(one.keyword).kernel as keyof typeof keywordChecks] as unknown as KeywordCheck<unknown, unknown>
    const data = dataOf(one)
    const refusal = applies.includes(kind) ? check(one.value, one.limit, { parent: data, root: data }) : null
    expect(refusal?.code ?? null).toBe(one.code)
    if (refusal && one.facts) expect(refusal.values).toMatchObject(one.facts)
  })

  it.each(rows)('compiled: %s', (_, one) => {
    expect(comparable(validator.compile(schemaOf(one))(dataOf(one)), one)).toEqual(expectedOf(one))
  })

  it.each(rows)('precompiled: %s', async (_, one) => {
    installValidatorRuntime()
    const { source } = validator.standaloneModule(schemaOf(one))
    const module = (await import(`data:text/javascript,${encodeURIComponent(source)}`)) as { default: (data: unknown) => FieldError[] }
    expect(comparable(module.default(dataOf(one)), one)).toEqual(expectedOf(one))
  })

  it('have a document, a file of code and cases each', () => {
    const files = readdirSync(new URL('../../../runtime/core/keywords/', import.meta.url)).map((name) => name.replace('.ts', ''))
    expect(Object.keys(keywordChecks).sort()).toEqual(files.sort())
    expect([...new Set(keywordDocuments.map((document) => document.kernel))].sort()).toEqual(files)
    expect([...new Set(keywordCases.map(({ keyword }) => keyword))].sort()).toEqual(keywordDocuments.map(({ keyword }) => keyword).sort())
  })

  it('have a message in both languages for every refusal, with all its places filled', () => {
    const refused = keywordCases.filter(({ code }) => code !== null)
    for (const one of refused) {
      const [error] = validator.compile(schemaOf(one))(dataOf(one))
      for (const lang of ['zh', 'en'] as const) {
        const text = keywordTexts(keywordDocuments, lang)[error!.message.key]
        expect(text, error!.message.key).toBeTypeOf('string')
        for (const [, name] of text!.matchAll(/\{\{(\w+)\}\}/g)) expect(error!.message.values, error!.message.key).toHaveProperty(name!)
      }
    }
    const reported = new Set(refused.map(({ keyword, code }) => `keyword.${keyword}.${code}`))
    expect(Object.keys(keywordTexts(keywordDocuments, 'zh')).filter((key) => !reported.has(key))).toEqual([])
  })

  it('refuse a value that their document does not allow', () => {
    expect(() => validator.compile({ phone: 'yes' })).toThrow(/keyword "phone" value is invalid/)
    expect(() => validator.compile({ imageMinSize: [480] })).toThrow(/keyword "imageMinSize" value is invalid/)
  })
})
