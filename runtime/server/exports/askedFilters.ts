/** What an export was asked for, named: the parameters of a request -> the heads and words of the sheet about the export (`aboutSheet.ts`). */
import type { CallDocument, EntityField, FilterOp, Text } from '../../core/documents.ts'
import type { Platform } from '../../core/platform.ts'
import { entityField } from '../database/tableNames.ts'
import type { ExportFacts } from './ExportTask.ts'

/** One parameter that was given. */
export interface AskedFilter {
  title: Text
  value: unknown
  op?: FilterOp
  /** Labels of its codes. */
  enum?: string
  type?: EntityField['type']
  /** Output field that names what it points to, as the rows show it. */
  shown?: string
  /** Its value names fields of the form. */
  ofAnswers?: true
}

/** They say how the file is made, and choose no rows. */
const OF_THE_FILE = ['format', 'content', 'split', 'sort', 'pageNum', 'pageSize']

/** In the order in which the request gives them; what was not given, and the reason for whole values, is left out. */
export function askedFilters(
  call: CallDocument,
  facts: ExportFacts,
  input: Readonly<Record<string, unknown>>,
  platform: Platform,
): AskedFilter[] {
  const left = [...OF_THE_FILE, facts.reveal?.reason]
  return Object.entries(input)
    .filter(([name, value]) => !left.includes(name) && value !== null && value !== undefined && value !== '')
    .map(([name, value]) => askedFilter(call, facts, { name, value }, platform))
}

function askedFilter(
  call: CallDocument,
  facts: ExportFacts,
  { name, value }: { name: string; value: unknown },
  platform: Platform,
): AskedFilter {
  if (name === 'only') return { title: name, value, ofAnswers: true }
  const known =
    filtersOf(call, platform)[name] ?? (facts.from === undefined ? undefined : filtersOf(platform.get('call', facts.from), platform)[name])
  if (known === undefined) return { title: ownTitle(call, facts, name), value, shown: name.replace(/Id$/, ''), ...columnFacts(facts, name) }
  const { field, op, definition } = known
  const title = definition?.title ?? name
  if (op === 'json') return { title, value, ofAnswers: true }
  return {
    title,
    value,
    op,
    ...(definition?.type === undefined ? {} : { type: definition.type }),
    ...(definition?.enum === undefined ? columnFacts(facts, name) : { enum: definition.enum }),
    ...shownOf(call, field),
  }
}

interface KnownFilter {
  field: string
  op: FilterOp
  definition: EntityField | undefined
}

function filtersOf({ operation }: CallDocument, platform: Platform): Record<string, KnownFilter> {
  if (operation === undefined || !('filter' in operation) || !('entity' in operation) || typeof operation.entity !== 'string') return {}
  const entity = platform.get('entity', operation.entity)
  return Object.fromEntries(
    Object.entries(operation.filter ?? {}).map(([name, { field, op }]) => [name, { field, op, definition: entityField(entity, field) }]),
  )
}

function ownTitle(call: CallDocument, { columns }: ExportFacts, name: string): Text {
  const properties = (call.input?.properties ?? {}) as Record<string, { title?: Text } | undefined>
  return name === 'search'
    ? '@export.search'
    : (properties[name]?.title ?? columns.find(({ field }) => field === name)?.title ?? `@export.parameter.${name}`)
}

function columnFacts({ columns }: ExportFacts, name: string): Pick<AskedFilter, 'enum'> {
  const of = columns.find(({ field }) => field === name)?.enum
  return of === undefined ? {} : { enum: of }
}

/** The output that reads a field behind this reference. */
function shownOf({ output }: CallDocument, field: string): Pick<AskedFilter, 'shown'> {
  const named = (Array.isArray(output) ? output : []).find(
    (each) => typeof each === 'object' && 'from' in each && each.from.startsWith(`${field}.`),
  )
  return typeof named === 'object' ? { shown: named.name } : {}
}
