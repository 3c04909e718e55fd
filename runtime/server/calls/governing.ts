import type { Flow } from './flows.ts'

type Flows = ReadonlyMap<string, Flow>
const known = new WeakMap<Flows, ReadonlyMap<string, readonly Flow[]>>()

/** The flows that govern fields of an entity which `values` gives. Every write asks. */
export function governing(flows: Flows, entity: string, values: object): Flow[] {
  const byEntity = known.get(flows) ?? Map.groupBy(flows.values(), ({ document }) => document.entity)
  known.set(flows, byEntity)
  return (byEntity.get(entity) ?? []).filter(({ document }) => document.field in values)
}
