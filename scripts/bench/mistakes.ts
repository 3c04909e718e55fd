/** Bench (o): 100,000 wrong members in each validator of the platform - compiled, precompiled, the one that reads schemas, and a form's - in each way a
 *  member can be wrong. Ends with an error when one takes longer than `AIM_MS`: the process answers no one else meanwhile. */

import type { FormDocument } from '../../runtime/core/documents.ts'
import { loadRegexEngine } from '../../runtime/core/expressions/regexEngine.ts'
import { acceptAnswers } from '../../runtime/core/form/acceptAnswers.ts'
import { compileForm } from '../../runtime/core/form/compileForm.ts'
import { fitsSchema } from '../../runtime/core/validation/fitsSchema.ts'
import { createValidator, installValidatorRuntime } from '../../runtime/core/validation/index.ts'
import { keywordDocuments } from '../../tests/conformance/keywords/keywordDocuments.ts'

const MEMBERS = 100_000
const AIM_MS = 100
const RUNS = 5

interface Case {
  what: string
  schema: Record<string, unknown>
  data: unknown
}

const list = <T>(item: (at: number) => T): T[] => Array.from({ length: MEMBERS }, (_, at) => item(at))
const REFERENCES = { definitions: { node: { type: 'object', properties: { a: { $ref: '#/definitions/node' } }, required: ['b'] } } }

const CASES: readonly Case[] = [
  {
    what: 'unknown names',
    schema: { type: 'object', properties: { a: {} }, additionalProperties: false },
    data: Object.fromEntries(list((at) => [`k${at}`, at])),
  },
  { what: 'names of a wrong form', schema: { propertyNames: { maxLength: 1 } }, data: Object.fromEntries(list((at) => [`k${at}`, at])) },
  { what: 'values of a wrong type', schema: { items: { type: 'string' } }, data: list((at) => at) },
  { what: 'texts without the pattern', schema: { items: { type: 'string', pattern: '^[a-c]+@x$' } }, data: list((at) => `a${at}`) },
  { what: 'none of several choices', schema: { items: { anyOf: [{ type: 'null' }, { enum: ['a', 'b'] }] } }, data: list((at) => at) },
  { what: 'objects behind a reference', schema: { ...REFERENCES, items: { $ref: '#/definitions/node' } }, data: list(() => ({})) },
  {
    what: 'objects that may stand once, the last one twice',
    schema: { uniqueItems: true },
    data: list((at) => ({ a: Math.min(at, MEMBERS - 2) })),
  },
  {
    what: 'one alternative with all of them',
    schema: { anyOf: [{ type: 'null' }, { items: { type: 'string' } }] },
    data: list((at) => at),
  },
  ...['email', 'phone', 'idNumber', 'password', 'oneLink'].map((keyword) => ({
    what: `keyword ${keyword}`,
    schema: { items: { type: 'string', [keyword]: true } },
    data: list((at) => `x${at}`),
  })),
]

const FORM: FormDocument = {
  $schema: '../kinds/form.schema.json',
  id: 'bench.mistakes',
  version: 1,
  title: { zh: '错误', en: 'Mistakes' },
  schema: {
    type: 'object',
    properties: {
      name: { type: 'string', title: { zh: '姓名', en: 'Name' } },
      rows: {
        type: 'array',
        maxItems: 10,
        title: { zh: '行', en: 'Rows' },
        items: { type: 'object', properties: { phone: { type: 'string', phone: true, title: { zh: '手机号', en: 'Phone' } } } },
      },
    },
  },
} as unknown as FormDocument

/** Prints one table. @throws Error when the aim is missed */
export async function run(): Promise<void> {
  installValidatorRuntime()
  await loadRegexEngine()
  const validator = createValidator({ keywords: keywordDocuments })
  const rows: Record<string, unknown>[] = []
  for (const { what, schema, data } of CASES) {
    const { source } = validator.standaloneModule(schema)
    const compiled = validator.compile(schema)
    const module = (await import(`data:text/javascript,${encodeURIComponent(source)}`)) as { default(data: unknown): unknown[] }
    rows.push({
      what,
      'compiled, ms': median(() => compiled(data)),
      'precompiled, ms': median(() => module.default(data)),
      'by reading, ms': median(() => fitsSchema(schema, data)),
    })
  }
  const compiled = compileForm(FORM)
  const validate = validator.compile(compiled.validatorSchema)
  const accept = (answers: unknown) =>
    median(() => acceptAnswers(compiled, answers, { permissions: [], now: '2026-11-28T00:00:00.000Z' }, { validate }))
  rows.push({ what: 'a form: unknown names', 'form, ms': accept(CASES[0]!.data) })
  rows.push({ what: 'a form: rows beyond its ten', 'form, ms': accept({ rows: list(() => ({ phone: '1' })) }) })
  console.log(`\n== mistakes: ${MEMBERS} wrong members, the median of ${RUNS} runs`)
  console.table(rows)
  const missed = rows.filter((row) => Object.values(row).some((value) => typeof value === 'number' && value > AIM_MS))
  if (missed.length > 0) throw new Error(`over ${AIM_MS} ms: ${missed.map(({ what }) => what).join('; ')}`)
}

/** Processor time of this thread in milliseconds: how long the process would answer no one on a quiet machine. */
function median(work: () => unknown): number {
  const times = Array.from({ length: RUNS }, () => {
    const began = process.threadCpuUsage()
    work()
    const { user, system } = process.threadCpuUsage(began)
    return (user + system) / 1000
  })
  return Math.round(times.sort((a, b) => a - b)[Math.floor(RUNS / 2)]!)
}
