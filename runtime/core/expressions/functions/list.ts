import { type FunctionEntry, functionEntry, PASS_NULLS } from '../FunctionEntry.ts'
import { joinTypes } from '../types.ts'
import { keysOf, type MapValue } from '../values.ts'

export const listFunctions: readonly FunctionEntry[] = [
  functionEntry('size(list): number', 'Number of members; 0 for nothing.', ([list]: [unknown[]]) => list.length, { whenNull: 0 }),
  functionEntry('list.size(): number', 'Number of members; 0 for nothing.', ([list]: [unknown[]]) => list.length, { whenNull: 0 }),
  functionEntry('size(map): number', 'Number of keys; 0 for nothing.', ([map]: [MapValue]) => keysOf(map).length, { whenNull: 0 }),
  functionEntry('map.size(): number', 'Number of keys; 0 for nothing.', ([map]: [MapValue]) => keysOf(map).length, { whenNull: 0 }),
  functionEntry('size(bytes): number', 'Number of bytes.', ([bytes]: [Uint8Array]) => bytes.length, { whenNull: 0 }),
  functionEntry('bytes.size(): number', 'Number of bytes.', ([bytes]: [Uint8Array]) => bytes.length, { whenNull: 0 }),
  functionEntry('coalesce(dyn...): dyn', 'The first argument that is not null.', (args) => args.find((item) => item !== null) ?? null, {
    returnsOf: (types) => types.reduce(joinTypes),
    whenNull: PASS_NULLS,
  }),
]
