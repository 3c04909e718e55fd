/** Runs cases in the format of JSON-Schema-Test-Suite through our validator, once compiled in this process and once precompiled to modules. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { JsonSchema } from '../runtime/core/documents.ts'
import { createValidator, installValidatorRuntime, type Validate, type Validator } from '../runtime/core/validation/index.ts'

export interface SuiteGroup {
  readonly description: string
  readonly schema: JsonSchema | boolean
  readonly tests: readonly { readonly description: string; readonly data: unknown; readonly valid: boolean }[]
}
export type Engine = 'compiled' | 'precompiled'

export interface CaseResult {
  /** `optional/format/date.json / validation of date strings / a valid date string` */
  readonly name: string
  readonly engine: Engine
  readonly passed: boolean
  /** What the validator said instead, or why the schema was refused. */
  readonly found: string
}

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
      for (const engine of ['compiled', 'precompiled'] as const)
        results.push(...(await runGroup(validator, engine, webPath(folder, file), group)))
  return results
}

async function runGroup(validator: Validator, engine: Engine, file: string, group: SuiteGroup): Promise<CaseResult[]> {
  const validate = await make(validator, engine, group.schema).catch((error: unknown) => error as Error)
  return group.tests.map((test) => {
    const name = `${file} / ${group.description} / ${test.description}`
    if (validate instanceof Error) return { name, engine, passed: false, found: `schema refused: ${validate.message.slice(0, 200)}` }
    return { name, engine, ...judge(validate, test) }
  })
}

async function make(validator: Validator, engine: Engine, schema: JsonSchema | boolean): Promise<Validate> {
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
