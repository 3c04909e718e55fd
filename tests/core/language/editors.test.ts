import { Ajv } from 'ajv'
import { expect, it } from 'vitest'
import { readFileName } from '../../../runtime/core/documents/parseDocument.ts'
import { loadFiles } from '../../../runtime/server/documents/loadFiles.ts'
import { shortSchemas } from '../../../scripts/generate/shortSchemas.ts'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'

/** Ajv turns the nodes of a screen into a large function. */
const AJV_COMPILES_MS = 120_000

it(
  '[LANG-83] what editors are told of the kinds accepts every document as it is written, and refuses an unknown key',
  () => {
    const ajv = new Ajv({ strict: false, inlineRefs: false })
    for (const [file, schema] of shortSchemas()) ajv.addSchema(schema, file)
    const isTaken = (file: string, content: unknown): boolean => {
      const name = readFileName(file)
      return 'kind' in name && ajv.getSchema(`${name.kind}.schema.json`)!(content) === true
    }
    const { raws } = loadFiles(PROJECT_DIRECTORY)
    expect(raws.filter(({ file, text }) => !isTaken(file, JSON.parse(text))).map(({ file }) => file)).toEqual([])
    const call = raws.find(({ file }) => file.endsWith('.call.json'))!
    expect(isTaken(call.file, { ...JSON.parse(call.text), lits: 'x' })).toBe(false)
  },
  AJV_COMPILES_MS,
)
