/** Panels are made from the meta-schemas: whatever a kind declares can be asked. */
import { expect, it } from 'vitest'
import { metaSchemas } from '../../../runtime/core/documents/meta-schemas.ts'
import type { Kind } from '../../../runtime/core/documents.ts'
import { panelAt } from '../../../runtime/core/studio/panelAt.ts'

const KINDS = Object.entries(metaSchemas)
  .filter(([, { properties }]) => properties?.$schema)
  .map(([file]) => file.replace('.schema.json', '') as Kind)

it.each(KINDS)('a document of the kind %s has a panel of every key that its meta-schema declares', (kind) => {
  const asked = panelAt(kind, { $schema: '', id: 'a.b', version: 1 }, []).map(({ key }) => key)
  const declared = Object.keys(metaSchemas[`${kind}.schema.json`]?.properties ?? {})
  expect(asked).toEqual(expect.arrayContaining(declared.filter((key) => !['$schema', 'id', 'version'].includes(key))))
})
