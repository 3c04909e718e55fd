/** A call with `figure` -> the count of its dataset: access, input, condition, filters and the smallest group are those of the dataset, so that the same
 *  figure is the same everywhere. It counts sums where the dataset has some with all fields that the figure reads. */
import { isRecord } from '../isRecord.ts'
import { filterForm, requiredFilters } from '../language/filterForm.ts'
import { readShape } from '../language/shape.ts'
import type { Json } from '../language/shortForm.ts'
import type { FindMembers } from './FindMembers.ts'

/** Key of a group in the reply. */
const GROUP = 'of'
const OWN_FIELD = /\brow\.(\w+)/g
const TAKEN = ['access', 'requires', 'needs'] as const

export interface FilledFigure {
  content: Json
  moves: { to: string; from: string }[]
}

/** @returns the same object where there is no figure, or its dataset is unknown: the linker says so */
export function fillFigure(call: Json, membersOf: FindMembers): FilledFigure {
  const { figure } = call
  const dataset = isRecord(figure) && typeof figure.dataset === 'string' ? membersOf('dataset', figure.dataset) : undefined
  if (!isRecord(figure) || !dataset || !isRecord(dataset.dimensions)) return { content: call, moves: [] }
  const groupBy = groupsOf(figure.by, dataset.dimensions)
  const written = figure.filter ?? dataset.filter ?? []
  const filter = (filterForm.expand(written, { root: call })?.value ?? {}) as Record<string, Json>
  const fields = [...groupBy.map(({ from }) => String(from).split('.')[0]!), ...Object.values(filter).map(({ field }) => String(field))]
  const counted = countedOf(dataset, fields, membersOf)
  const operation = {
    kind: 'count',
    ...counted,
    ...(Object.keys(filter).length === 0 ? {} : { filter }),
    groupBy,
    sum: [...Object.keys(dataset.measures as Json), ...laterOf(dataset, String(counted.entity), membersOf)],
    ...(dataset.smallestGroup === undefined ? {} : { smallestGroup: dataset.smallestGroup }),
  }
  const given = Object.fromEntries(TAKEN.flatMap((key) => (dataset[key] === undefined ? [] : [[key, dataset[key]]])))
  const input = inputOf(dataset.ids, requiredFilters(written))
  const content = { log: false, ...given, input, ...call, operation }
  return { content, moves: ['/operation', '/access', '/requires', '/needs', '/input', '/log'].map((to) => ({ to, from: '/figure' })) }
}

/** Of one dimension the key is `of`, of several their names. */
function groupsOf(by: unknown, dimensions: Json): Json[] {
  const from = (name: unknown) => (isRecord(dimensions[String(name)]) ? (dimensions[String(name)] as Json).from : String(name))
  return Array.isArray(by) ? by.map((name) => ({ name, from: from(name) })) : [{ name: GROUP, from: from(by) }]
}

/** What is counted: sums that were added up under the same condition need no condition. */
function countedOf({ entity, sums = [], where }: Json, fields: readonly string[], membersOf: FindMembers): Json {
  const condition = isRecord(where) ? String(where.cel) : ''
  const reads = [...condition.matchAll(OWN_FIELD)].map(([, name]) => name!)
  for (const id of sums as string[]) {
    const counted = membersOf('entity', id)
    const known = isRecord(counted?.fields) ? counted.fields : {}
    const of = isRecord(counted?.sums) ? counted.sums.where : undefined
    const isSame = isRecord(of) && of.cel === condition
    if ([...fields, ...(isSame ? [] : reads)].every((field) => field in known))
      return { entity: id, ...(isSame || !where ? {} : { where }) }
  }
  return { entity, ...(where === undefined ? {} : { where }) }
}

/** What came after closing, where the sums know it. */
function laterOf({ later, measures }: Json, counted: string, membersOf: FindMembers): string[] {
  const sums = later === true ? membersOf('entity', counted)?.sums : undefined
  if (!isRecord(sums) || !isRecord(sums.periods) || !isRecord(sums.periods.later)) return []
  const fields = sums.periods.later
  return Object.keys(measures as Json).flatMap((name) => (typeof fields[name] === 'string' ? [fields[name]] : []))
}

function inputOf(ids: unknown, required: readonly string[]): Json {
  const given = Object.fromEntries(((ids ?? []) as string[]).map((name) => [name, 'id']))
  const schema = readShape(given, { closed: true }).schema as Json
  return required.length === 0 ? schema : { ...schema, required: [...((schema.required as string[] | undefined) ?? []), ...required] }
}
