/** Entity documents -> table models: names, column types, constraints, written as the SQL they become. Pure; `planTables.ts` compares a model with
 *  the database, `celToSql.ts` and the operations read columns from it. */

import { createHash } from 'node:crypto'
import type { EntityDocument, EntityField } from '../../core/documents.ts'
import type { Platform } from '../../core/platform.ts'
import { celToSql } from './celToSql.ts'
import { enumIsInteger, IMPLIED_FIELDS, literal, quote, stepColumn, tableName } from './tableNames.ts'

export interface ColumnModel {
  name: string
  /** As `format_type` of PostgreSQL writes it. */
  type: string
  notNull: boolean
  /** SQL expression, null for none. */
  default: string | null
  field: EntityField
}
export interface ConstraintModel {
  /** Carries a hash of the definition: a changed rule has another name. */
  name: string
  definition: string
  kind: 'unique' | 'check' | 'foreign'
  /** Error code reported to the caller when it breaks. */
  error: string
  columns: string[]
  /** Of the length of a text. */
  limit?: number
}
export interface TableModel {
  entity: EntityDocument
  name: string
  /** Without computed fields; `id`, `createdAt`, `updatedAt` included. */
  columns: ReadonlyMap<string, ColumnModel>
  computed: ReadonlyMap<string, EntityField>
  constraints: readonly ConstraintModel[]
  indexes: readonly IndexModel[]
  /** Counters that indexes use. Each has a second column with its steps, which these indexes use instead. */
  steps: readonly string[]
}
export interface IndexModel {
  name: string
  columns: string[]
  /** In place of the columns: an expression with its access method. */
  using?: string
  /** Columns in the order of names, as lists ask for them. */
  names?: readonly string[]
}

/** Whether lists order a field as names. */
export function isNameText(field: EntityField | undefined): boolean {
  return field?.type === 'string' || field?.type === 'text'
}

const MAX_NAME_BYTES = 63

/** All entities of a platform as tables, by entity id. */
export function tableModels(platform: Platform): Map<string, TableModel> {
  return new Map([...platform.documents.entity.values()].map((entity) => [entity.id, tableModel(entity, platform)]))
}

function tableModel(entity: EntityDocument, platform: Platform): TableModel {
  const name = tableName(entity.id)
  const fields = { ...IMPLIED_FIELDS, ...entity.fields }
  const stored = Object.entries(fields).filter(([, field]) => !field.computed)
  const columns = new Map(stored.map(([column, field]) => [column, columnModel(column, field, platform)]))
  const computed = new Map(Object.entries(entity.fields).filter(([, field]) => field.computed))
  const model = { entity, name, columns, computed }
  const constraints = [
    ...uniques(name, entity),
    ...stored.flatMap(([column, field]) => columnRules(name, column, field, platform)),
    ...(entity.sums ? [] : stored.flatMap(([column, field]) => foreignKey(name, column, field))),
    ...checks(model, platform),
  ]
  const counters = Object.keys(entity.fields).filter((field) => entity.fields[field]?.counter)
  const steps = counters.filter((field) => entity.indexes?.some((fields) => fields.includes(field) || fields.includes(`-${field}`)))
  const own = indexes(name, entity, constraints).map((index) => namedOrder(name, index, sortedNames(platform).get(entity.id)))
  return { ...model, constraints, indexes: [...own, ...searchIndex(name, entity)], steps }
}

function columnModel(name: string, field: EntityField, platform: Platform): ColumnModel {
  const identity = name === 'id'
  return {
    name,
    type: columnType(field, platform),
    notNull: field.required === true,
    default: identity ? null : columnDefault(field, platform),
    field,
  }
}

function columnType(field: EntityField, platform: Platform): string {
  if (field.type === 'enum') return enumIsInteger(field, platform) ? 'integer' : 'text'
  return COLUMN_TYPES[field.type]
}
// money is numeric, not bigint: the type alone then tells ids (strings) from amounts (numbers) in every result
const COLUMN_TYPES = {
  string: 'text',
  text: 'text',
  secret: 'text',
  localText: 'jsonb',
  json: 'jsonb',
  file: 'jsonb',
  files: 'jsonb',
  integer: 'integer',
  number: 'double precision',
  money: 'numeric(15,0)',
  boolean: 'boolean',
  date: 'date',
  datetime: 'timestamp(3) with time zone',
  ref: 'bigint',
} as const

function columnDefault(field: EntityField, platform: Platform): string | null {
  const value = field.default
  if (value === undefined || value === null) return null
  if (typeof value === 'object') return field.type === 'date' ? 'CURRENT_DATE' : 'now()'
  return typeof value === 'string' ? `${literal(value)}::${columnType(field, platform)}` : String(value)
}

function uniques(table: string, entity: EntityDocument): ConstraintModel[] {
  const single = Object.entries(entity.fields)
    .filter(([, field]) => field.unique)
    .map(([name]) => ({ fields: [name], error: 'CONFLICT' }))
  return [...single, ...(entity.unique ?? [])].map(({ fields, error }) => ({
    name: constraintName(table, fields.join('_'), 'key'),
    definition: `UNIQUE (${fields.map(quote).join(', ')})`,
    kind: 'unique' as const,
    error,
    columns: fields,
  }))
}

function columnRules(table: string, column: string, field: EntityField, platform: Platform): ConstraintModel[] {
  const rules: ConstraintModel[] = []
  const check = columnCheck(quote(column), field, platform)
  if (check)
    rules.push({
      name: hashedName(table, column, 'rule', check),
      definition: `CHECK (${check})`,
      kind: 'check',
      error: 'CALL_INPUT',
      columns: [column],
      ...(field.maxLength !== undefined && { limit: field.maxLength }),
    })
  return rules
}

/** Sums have none: the rows that they add up hold the references, and what becomes of these is added up. */
function foreignKey(table: string, column: string, field: EntityField): ConstraintModel[] {
  if (field.type !== 'ref' || !field.entity) return []
  const action = { restrict: 'RESTRICT', cascade: 'CASCADE', setNull: 'SET NULL' }[field.onDelete ?? 'restrict']
  const definition = `FOREIGN KEY (${quote(column)}) REFERENCES ${quote(tableName(field.entity))} ("id") ON DELETE ${action}`
  return [{ name: hashedName(table, column, 'fkey', definition), definition, kind: 'foreign', error: 'REFERENCE', columns: [column] }]
}

function columnCheck(column: string, field: EntityField, platform: Platform): string {
  const parts: string[] = []
  if (field.type === 'enum') {
    const codes = platform.get('enum', field.enum ?? '').values.map(({ code }) => (typeof code === 'number' ? String(code) : literal(code)))
    parts.push(`${column} IN (${codes.join(', ')})`)
  }
  if (field.maxLength !== undefined)
    for (const text of limitedTexts(column, field)) parts.push(`char_length(${text}) <= ${field.maxLength}`)
  if (field.min !== undefined) parts.push(`${column} >= ${field.min}`)
  if (field.max !== undefined) parts.push(`${column} <= ${field.max}`)
  return parts.join(' AND ')
}

/** What `maxLength` limits: the text, or each language of it. */
function limitedTexts(column: string, { type }: EntityField): string[] {
  if (type === 'localText') return [`(${column} ->> 'zh')`, `(${column} ->> 'en')`]
  return COLUMN_TYPES[type as 'string'] === 'text' ? [column] : []
}

function checks(model: Pick<TableModel, 'entity' | 'name' | 'columns' | 'computed'>, platform: Platform): ConstraintModel[] {
  return (model.entity.checks ?? []).map(({ cel, error }) => {
    const definition = `CHECK (${celToSql({ cel, entity: model.entity, platform }).checkSql()})`
    return { name: hashedName(model.name, '', 'check', definition), definition, kind: 'check' as const, error, columns: [] }
  })
}

function indexes(table: string, entity: EntityDocument, constraints: readonly ConstraintModel[]): IndexModel[] {
  const references = Object.entries(entity.fields)
    .filter(([, field]) => field.type === 'ref' && !field.computed)
    .map(([name]) => [name])
  const led = (columns: string[], by: string[]) => columns.every((column, at) => by[at] === column)
  const taken = constraints.filter(({ kind }) => kind === 'unique').map(({ columns }) => columns)
  const wanted: string[][] = []
  for (const columns of [...(entity.indexes ?? []), ...references])
    if (![...taken, ...wanted].some((by) => led(columns, by))) wanted.push(columns)
  return wanted.map((fields): IndexModel => {
    const columns = fields.map((field) => indexedColumn(entity, field))
    const name = constraintName(table, columns.join('_').replaceAll('-', 'desc_'), 'idx')
    const [only = ''] = columns
    // a json field alone: which rows hold a value at a path
    return isIndexedJson(entity, only) ? { name, columns, using: `gin (${quote(only)} jsonb_path_ops)` } : { name, columns }
  })
}

const sorted = new WeakMap<Platform, Map<string, Set<string>>>()

/** Texts by which some list of the entity can be ordered, by entity. */
function sortedNames(platform: Platform): Map<string, Set<string>> {
  const known = sorted.get(platform)
  if (known) return known
  const found = new Map<string, Set<string>>()
  // the worker of an export has no calls, and makes no indexes
  for (const { operation } of platform.documents.call?.values() ?? []) {
    if (operation?.kind !== 'list' && operation?.kind !== 'export') continue
    const fields = platform.documents.entity.get(operation.entity)?.fields ?? {}
    const names = [...(operation.sort?.fields ?? []), ...(operation.sort?.default ?? [])].map((name) => name.replace('-', ''))
    const texts = names.filter((name) => isNameText(fields[name]) && !fields[name]?.computed)
    if (texts.length > 0) found.set(operation.entity, new Set([...(found.get(operation.entity) ?? []), ...texts]))
  }
  sorted.set(platform, found)
  return found
}

/** Another collation is another index: it has another name. */
function namedOrder(table: string, index: IndexModel, texts: ReadonlySet<string> | undefined): IndexModel {
  const names = index.columns.filter((column) => texts?.has(column.replace('-', '')))
  if (index.using || names.length === 0) return index
  return { ...index, name: constraintName(table, index.columns.join('_').replaceAll('-', 'desc_'), 'names_idx'), names }
}

/** @param field  with a minus where the index has the greatest first */
function indexedColumn({ fields }: EntityDocument, field: string): string {
  const [minus, name] = field.startsWith('-') ? ['-', field.slice(1)] : ['', field]
  return fields[name]?.counter ? minus + stepColumn(name) : field
}

/** Whether `indexes` has the json field alone. */
export function isIndexedJson({ fields, indexes = [] }: EntityDocument, name: string): boolean {
  return fields[name]?.type === 'json' && indexes.some((columns) => columns.length === 1 && columns[0] === name)
}

/** Texts of the fields of `search`, and the sounds of those of `alike`, with spaces between them: a pair never spans two fields. Null when nothing is
 *  searched.
 *  @param column  how the statement names a column */
function searchedText(entity: EntityDocument, column: (name: string) => string = quote): string | null {
  const { search, alike = [] } = entity
  if (!search) return null
  const textsOf = (names: readonly string[]) =>
    names.flatMap((name) => fieldTexts(entity, name, column)).map((text) => `coalesce(${text}, '')`)
  return [...textsOf(search), ...textsOf(alike).map((text) => `platform_sounds(${text})`)].join(` || ' ' || `)
}

function fieldTexts({ fields }: EntityDocument, name: string, column: (name: string) => string): string[] {
  return fields[name]?.type === 'localText' ? [`(${column(name)} ->> 'zh')`, `(${column(name)} ->> 'en')`] : [column(name)]
}

/** What the search index of an entity holds: the pairs of its texts, and where its rows are mostly looked for within. */
export function searchedPairs(entity: EntityDocument, column: (name: string) => string = quote): string | null {
  const searched = searchedText(entity, column)
  if (searched === null) return null
  const pairs = `platform_folded_pairs(${searched})`
  return entity.searchWithin ? `(${pairs} || ('##' || ${column(entity.searchWithin)}::text))` : pairs
}

/** How the search index names one value of `searchWithin`; longer than a pair. */
export function placeToken(id: string): string {
  return `##${id}`
}

function searchIndex(table: string, entity: EntityDocument): IndexModel[] {
  const searched = searchedPairs(entity)
  if (searched === null) return []
  const using = `gin (${searched})`
  return [{ name: hashedName(table, '', 'search', using), columns: [], using }]
}

function constraintName(table: string, part: string, suffix: string): string {
  const name = [table, part, suffix].filter(Boolean).join('_')
  return Buffer.byteLength(name) <= MAX_NAME_BYTES ? name : `${name.slice(0, 40)}_${shortHash(name)}_${suffix}`
}
function hashedName(table: string, part: string, suffix: string, definition: string): string {
  return constraintName(table, part, `${suffix}_${shortHash(definition)}`)
}
function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8)
}
