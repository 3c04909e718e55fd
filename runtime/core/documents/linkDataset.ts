/** Checks of datasets: the fields that figures add up, filter and are split by. What a call makes of them is checked as its own operation. */
import type { DatasetDocument } from '../documents.ts'
import type { LinkedDocument } from './documentIndex.ts'
import { pointer } from './failure.ts'
import type { Linker } from './linker.ts'
import { linkFieldName } from './linkFieldName.ts'

export function linkDataset(linker: Linker, document: LinkedDocument, { entity: id, sums = [], ...dataset }: DatasetDocument): void {
  const entity = linker.index.get('entity', id)
  if (entity === undefined) return
  for (const [at, name] of (dataset.filter ?? []).entries()) linkFieldName(linker, document, entity, `/filter/${at}`, name)
  for (const name of Object.keys(dataset.measures)) linkFieldName(linker, document, entity, pointer('/measures', name), name)
  for (const [name, { from }] of Object.entries(dataset.dimensions))
    linkFieldName(linker, document, entity, `${pointer('/dimensions', name)}/from`, from.split('.')[0]!)
  for (const [at, other] of sums.entries()) {
    const of = linker.index.get('entity', other)
    if (of === undefined || of.sums?.of === id) continue
    const found = of.sums ? `sums of ${of.sums.of}` : 'no sums'
    linker.report(document, {
      code: 'VALUE',
      path: `/sums/${at}`,
      expected: `sums of ${id}`,
      found,
      suggestion: 'name an entity with such sums',
    })
  }
}
