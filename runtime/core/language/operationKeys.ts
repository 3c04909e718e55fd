/** The keys of calls and of their operations, as the meta-schema of calls names them. */
import { type MetaSchema, metaSchemas } from '../documents/metaSchemas.ts'

/** Key of an operation -> its key in a call in short, where that has another meaning there. */
export const RENAMED: Readonly<Record<string, string>> = { export: 'file' }

export interface OperationKeys {
  kind: string
  keys: readonly string[]
}

let known: OperationKeys[] | undefined

/** Kind of operation -> its keys beside `kind`. */
export function operationKeys(): readonly OperationKeys[] {
  known ??= (call().definitions?.operation?.anyOf ?? []).flatMap(({ properties = {} }) => {
    const kinds = properties.kind?.enum ?? [properties.kind?.const]
    const keys = Object.keys(properties).filter((key) => key !== 'kind')
    return kinds.map((kind) => ({ kind: String(kind), keys }))
  })
  return known
}

/** Keys of a call document. */
export function callKeys(): readonly string[] {
  return Object.keys(call().properties ?? {})
}

function call(): MetaSchema {
  return metaSchemas['call.schema.json'] as MetaSchema
}
