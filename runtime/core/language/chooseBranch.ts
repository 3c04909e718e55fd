/** Which branch of a meta-schema's union a value belongs to, by the same rules as validation. */
import { type Located, resolveMeta } from '../documents/metaSchemas.ts'
import { acceptsTypeOf, allowedValues, findingsOf, maxKeys } from '../documents/validateDocument.ts'
import { isRecord } from '../isRecord.ts'

/** @returns undefined when no branch takes the value; validation tells what is wrong then */
export function chooseBranch(at: Located, value: unknown): Located | undefined {
  const all = (at.schema.anyOf ?? []).map((schema) => resolveMeta({ schema, file: at.file }))
  const fitting = all.filter((branch) => acceptsTypeOf(branch, value))
  if (fitting.length <= 1) return fitting[0]
  const discriminator = at.schema['x-discriminator']
  if (isRecord(value)) {
    if (discriminator === 'key') return all.find((branch) => (branch.schema.required?.[0] ?? '') in value)
    if (discriminator !== undefined)
      return all.find((branch) => allowedValues(branch.schema.properties?.[discriminator]).includes(value[discriminator]))
    const byKeys = maxKeys(fitting, value)
    if (byKeys !== undefined) return byKeys
  }
  const counts = fitting.map((branch) => findingsOf(branch, value))
  return fitting[counts.indexOf(Math.min(...counts))]
}
