/** Runs cases in the format of JSON-Schema-Test-Suite through our validator, compiled in this process and precompiled to modules, and through the one that reads schemas. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import draft7 from 'ajv/dist/refs/json-schema-draft-07.json' with { type: 'json' }
import { fullFormats } from 'ajv-formats/dist/formats.js'
import type { JsonSchema } from '../runtime/core/documents.ts'
import { fitsSchema } from '../runtime/core/validation/fitsSchema.ts'
import { createValidator, installValidatorRuntime, type Validate, type Validator } from '../runtime/core/validation/index.ts'

export interface SuiteGroup {
  readonly description: string
  readonly schema: JsonSchema | boolean
  readonly tests: readonly { readonly description: string; readonly data: unknown; readonly valid: boolean }[]
}
export type Engine = 'compiled' | 'precompiled' | 'read'
export const ENGINES = ['compiled', 'precompiled', 'read'] as const satisfies readonly Engine[]

export interface CaseResult {
  /** `optional/format/date.json / validation of date strings / a valid date string` */
  readonly name: string
  readonly engine: Engine
  readonly passed: boolean
  /** The validator's result, or why it refused the schema. */
  readonly found: string
}

const DRAFT_7 = 'http://json-schema.org/draft-07/schema'
const UNFIT = { path: '', rule: 'fits', params: {}, message: { key: '', values: {} } }
const FORMATS = Object.fromEntries(
  Object.entries(fullFormats).flatMap(([name, format]) => {
    const check = typeof format === 'object' && 'validate' in format ? format.validate : format
    if (check instanceof RegExp) return [[name, (text: string) => check.test(text)]]
    return typeof check === 'function' ? [[name, check as (text: string) => boolean]] : []
  }),
)

/** Base of the suite's remote schemas, as its README asks for. */
const REMOTE_BASE = 'http://localhost:1234/'

/** All results of the files below `folder`. `remotes`: folder of the schemas that cases refer to. */
export async function runSuite(folder: string, remotes?: string): Promise<CaseResult[]> {
  installValidatorRuntime()
  const schemas = remotes ? Object.fromEntries(jsonFiles(remotes).map((file) => [REMOTE_BASE + webPath(remotes, file), read(file)])) : {}
  const validator = createValidator({ keywords: [], schemas: schemas as Record<string, JsonSchema>, strict: false })
  const results: CaseResult[] = []
  for (const file of jsonFiles(folder))
    for (const group of read(file) as SuiteGroup[])
      for (const engine of ENGINES) results.push(...(await runGroup({ validator, schemas }, engine, webPath(folder, file), group)))
  return results
}

interface Makers {
  validator: Validator
  schemas: Readonly<Record<string, unknown>>
}

async function runGroup(makers: Makers, engine: Engine, file: string, group: SuiteGroup): Promise<CaseResult[]> {
  const validate = await make(makers, engine, group.schema).catch((error: unknown) => error as Error)
  return group.tests.map((test) => {
    const name = `${file} / ${group.description} / ${test.description}`
    if (validate instanceof Error) return { name, engine, passed: false, found: `schema refused: ${validate.message.slice(0, 200)}` }
    return { name, engine, ...judge(validate, test) }
  })
}

async function make({ validator, schemas }: Makers, engine: Engine, schema: JsonSchema | boolean): Promise<Validate> {
  if (engine === 'read') {
    const known = { ...schemas, [DRAFT_7]: draft7 }
    return (data) => (fitsSchema(schema, data, { schemas: known, formats: FORMATS }) ? [] : [UNFIT])
  }
  if (engine === 'compiled') return validator.compile(schema)
  const { source } = validator.standaloneModule(schema)
  const module: { default: Validate } = await import(`data:text/javascript,${encodeURIComponent(source)}`)
  return module.default
}

function judge(validate: Validate, test: SuiteGroup['tests'][number]): { passed: boolean; found: string } {
  try {
    const errors = validate(structuredClone(test.data))
    const found = errors.length === 0 ? 'valid' : `invalid: ${errors.map(({ path, rule }) => `${path || '/'} ${rule}`).join(', ')}`
    return { passed: (errors.length === 0) === test.valid, found }
  } catch (error) {
    return { passed: false, found: `threw ${String(error).slice(0, 200)}` }
  }
}

function jsonFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => join(folder, name))
}

function webPath(folder: string, file: string): string {
  return relative(folder, file).split(sep).join('/')
}

function read(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'))
}
