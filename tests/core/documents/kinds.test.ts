/** The meta-schemas are sound, and every document is held against them. The types of documents are generated from them. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { metaSchemas } from '../../../runtime/core/documents/metaSchemas.ts'
import { KINDS } from '../../../runtime/core/documents/parseDocument.ts'
import { readDocuments } from '../../../runtime/core/documents/readDocuments.ts'
import type { Kind } from '../../../runtime/core/documents.ts'
import { loadFiles } from '../../../runtime/server/documents/loadFiles.ts'

/** Ajv turns the nodes of a screen into a large function. */
const AJV_COMPILES_MS = 600_000
const ROOT = resolve(import.meta.dirname, '../../..')

/** Ajv as an editor would use it: draft 7, annotations ignored. */
function editorValidator() {
  const ajv = new Ajv({ strict: false, inlineRefs: false })
  for (const [file, schema] of Object.entries(metaSchemas)) ajv.addSchema(schema, file)
  return (kind: Kind, content: unknown) => {
    const validate = ajv.getSchema(`${kind}.schema.json`)!
    return validate(content) ? [] : validate.errors
  }
}

describe('meta-schemas', () => {
  it('are draft 7 and lie where documents look for them', () => {
    const ajv = new Ajv({ strict: false })
    for (const file of readdirSync(join(ROOT, 'schemas/kinds')).filter((name) => name.endsWith('.json'))) {
      const schema = JSON.parse(readFileSync(join(ROOT, 'schemas/kinds', file), 'utf8'))
      expect(schema.$schema, file).toBe('http://json-schema.org/draft-07/schema#')
      expect(ajv.validateSchema(schema), `${file} ${ajv.errorsText()}`).toBe(true)
      // short forms are spelled out before a document is held against its kind
      if (file !== 'short.schema.json') expect(metaSchemas[file], `${file} must be imported by metaSchemas.ts`).toEqual(schema)
    }
  })

  it('describe every key, so that an editor can explain it', () => {
    const bare: string[] = []
    for (const kind of KINDS) {
      const schema = metaSchemas[`${kind}.schema.json`]!
      for (const [key, property] of Object.entries(schema.properties ?? {})) {
        const target = property.$ref ?? ''
        if (property.description === undefined && !target.includes('#/definitions/')) bare.push(`${kind}.${key}`)
      }
    }
    expect(bare).toEqual([])
  })

  it(
    'accept every document of the product and of the fixture in a plain Ajv too',
    () => {
      const validate = editorValidator()
      const read = [ROOT, join(ROOT, 'tests/fixtures/platform')].map((root) => readDocuments(loadFiles(root).raws))
      const documents = read.flatMap((one) => one.documents)
      const refused = documents.flatMap(({ file, kind, content }) => {
        const errors = validate(kind, content)
        return errors?.length === 0 ? [] : [`${file} ${JSON.stringify(errors)}`]
      })
      expect(documents.length).toBeGreaterThan(100)
      expect(read.flatMap(({ broken }) => broken)).toEqual([])
      expect(refused).toEqual([])
    },
    AJV_COMPILES_MS,
  )

  it(
    'refuse an unknown key in a plain Ajv too',
    () => {
      const validate = editorValidator()
      const role = {
        $schema: '../kinds/role.schema.json',
        id: 'a.b',
        version: 1,
        title: { zh: '一', en: 'One' },
        permissions: [],
        scopes: [],
      }
      expect(validate('role', role)).toEqual([])
      expect(validate('role', { ...role, scope: [] })).toHaveLength(1)
    },
    AJV_COMPILES_MS,
  )
})
