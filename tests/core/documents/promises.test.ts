/** What calls promise, over every document: `/openapi` and the generated types show it. */
import { expect, it } from 'vitest'
import { buildPlatform } from '../../../runtime/core/documents/buildPlatform.ts'
import { KINDS } from '../../../runtime/core/documents/parseDocument.ts'
import type { JsonSchema } from '../../../runtime/core/documents.ts'
import { ID_PATTERN } from '../../../runtime/core/idPattern.ts'
import { isOfRows } from '../../../runtime/core/isOfRows.ts'
import { loadFiles } from '../../../runtime/server/documents/loadFiles.ts'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'

const { raws, texts, names } = loadFiles(PROJECT_DIRECTORY)
const { documents } = buildPlatform(raws, texts, names).platform!
const calls = [...documents.call.values()]

it('[CALL-OUTPUT] every call whose answer does not follow from an entity declares what it answers: neither nothing, nor a bare object, nor a list of anything', () => {
  const vague = calls.filter(
    ({ operation, raw, output }) => !(operation && isOfRows(operation)) && !raw && saysNothing(output as JsonSchema | undefined),
  )
  expect(vague.map(({ id }) => id)).toEqual([])
})

it('[ID-1] ids of rows are spelled one way in every document', () => {
  const contents = KINDS.flatMap((kind) =>
    [...documents[kind]].map(([id, content]) => ({ name: `${id}.${kind}`, text: JSON.stringify(content) })),
  )
  const digits = contents.flatMap(({ name, text }) => [...text.matchAll(/\^\[0-9\][^"]*/g)].map(([found]) => `${name}: ${found}`))
  const ids = digits.filter((place) => /\{1,1\d\}\$$/.test(place))
  expect(ids.length).toBeGreaterThan(400)
  expect(ids.filter((place) => !place.endsWith(`: ${ID_PATTERN}`))).toEqual([])
})

function saysNothing(schema: JsonSchema | undefined): boolean {
  if (schema === undefined) return true
  const inner = (schema.items ?? schema.properties ?? schema.additionalProperties ?? schema.anyOf) as object | undefined
  const isList = [schema.type].flat().includes('array')
  const isObject = [schema.type].flat().includes('object')
  if (isList) return schema.items === undefined || saysNothing(schema.items as JsonSchema)
  if (isObject) return inner === undefined
  return Object.keys(schema).length === 0
}
