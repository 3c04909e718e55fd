/** Compares table models with the database and says, as SQL, what to do. Steps that only add run by themselves; a step that may lose data or that
 *  existing rows may refuse carries the question to ask first and the migration a person has to write when the answer is yes. */

import { NAMES } from '../../core/typed/byName.ts'
import type { CatalogColumn, CatalogTable } from './readCatalog.ts'
import type { ColumnModel, IndexModel, TableModel } from './tableModel.ts'
import { literal, quote, stepColumn } from './tableNames.ts'

export interface TableStep {
  table: string
  /** The field it is about. */
  column?: string
  /** For people: which change this is. */
  change: string
  sql: string
  /** When this query finds a row, the step would lose or break data. Absent: always safe. */
  blockedBy?: string
  /** What a migration would say instead, for people. */
  migration?: string
  /** Takes away what an older release relies on: `shape` a table or a field, which no start does by itself; `rule` what a changed rule replaces. */
  drops?: 'shape' | 'rule'
  /** Makes the table. */
  isTable?: boolean
  /** Only notes what the table is. */
  isRecord?: boolean
  /** Rows that break it do not stop the start: it is said, and tried again at each start. */
  waits?: boolean
}

/** Steps in the order to run them: tables, columns, constraints; references last, when all tables are there. */
export function planTables(models: readonly TableModel[], catalog: ReadonlyMap<string, CatalogTable>): TableStep[] {
  const steps = models.map((model) => {
    const existing = catalog.get(model.name)
    return existing ? alterTable(model, existing) : createTable(model)
  })
  const wanted = new Set(models.map(({ name }) => name))
  const gone = [...catalog.values()].filter(({ name, atRuntime }) => !atRuntime && !wanted.has(name)).map(dropTable)
  return [...steps.flatMap(({ early }) => early), ...steps.flatMap(({ late }) => late), ...gone]
}

interface TableSteps {
  early: TableStep[]
  late: TableStep[]
}

function createTable(model: TableModel): TableSteps {
  const table = model.name
  const columns = [...model.columns.values()].map(columnSql)
  const own = model.constraints
    .filter(({ kind }) => kind !== 'foreign')
    .map(({ name, definition }) => `CONSTRAINT ${quote(name)} ${definition}`)
  const steps = model.steps.map((counter) => addStep(table, counter))
  const sql = `CREATE TABLE ${quote(table)} (\n  ${[...columns, ...own].join(',\n  ')}\n)`
  const indexes = model.indexes.map((index) => indexStep(table, index))
  return {
    early: [{ table, change: 'new table', sql, isTable: true }, ...steps, ...indexes, recordDefaults(model)],
    late: constraintSteps(model, new Set(), true),
  }
}

function alterTable(model: TableModel, existing: CatalogTable): TableSteps {
  const table = model.name
  const added: TableStep[] = []
  for (const column of model.columns.values()) {
    const present = existing.columns.get(column.name)
    added.push(...(present ? alterColumn(table, column, present, existing.defaults[column.name] ?? null) : [addColumn(table, column)]))
  }
  const dropped = [...existing.columns.keys()].filter((name) => !model.columns.has(name)).map((name) => dropColumn(table, name))
  const constraints = new Set(model.constraints.map(({ name }) => name))
  const indexes = new Set(model.indexes.map(({ name }) => name))
  const obsolete = [...existing.constraints].filter((name) => !constraints.has(name)).map((name) => dropConstraint(table, name))
  const unused = [...existing.indexes]
    .filter((name) => !indexes.has(name))
    .map((name) => ({ table, change: `index ${name} gone`, sql: `DROP INDEX ${quote(name)}`, drops: 'rule' as const }))
  const own = constraintSteps(model, existing.constraints, false)
  const counted = new Set(model.steps.map(stepColumn))
  const stepsGone = [...existing.steps].filter((name) => !counted.has(name)).map((name) => dropStep(table, name))
  const stepsAdded = model.steps.filter((counter) => !existing.steps.has(stepColumn(counter))).map((counter) => addStep(table, counter))
  const made = model.indexes.filter(({ name }) => !existing.indexes.has(name)).map((index) => indexStep(table, index))
  const defaults = sameDefaults(model, existing) ? [] : [recordDefaults(model)]
  return {
    early: [...obsolete, ...unused, ...stepsGone, ...added, ...dropped, ...own, ...stepsAdded, ...made, ...defaults],
    late: constraintSteps(model, existing.constraints, true),
  }
}

function columnSql(column: ColumnModel): string {
  if (column.name === 'id') return '"id" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY'
  const fallback = column.default === null ? '' : ` DEFAULT ${column.default}`
  return `${quote(column.name)} ${column.type}${column.notNull ? ' NOT NULL' : ''}${fallback}`
}

function addColumn(table: string, column: ColumnModel): TableStep {
  const sql = `ALTER TABLE ${quote(table)} ADD COLUMN ${columnSql(column)}`
  const step = { table, column: column.name, change: `new column ${column.name}`, sql }
  if (!column.notNull || column.default !== null) return step
  const nullable = `ALTER TABLE ${quote(table)} ADD COLUMN ${quote(column.name)} ${column.type}`
  return {
    ...step,
    change: `new required field ${column.name} without a default`,
    blockedBy: `SELECT FROM ${quote(table)}`,
    migration: `${nullable};\nUPDATE ${quote(table)} SET ${quote(column.name)} = /* value for existing rows */;`,
  }
}

/** Steps of a tenth. A counter that stays within one writes its row beside itself in the page, for which there must be room, and no index. */
function addStep(table: string, counter: string): TableStep {
  const steps = `floor(10 * ln(greatest(${quote(counter)}, 0) + 1))::integer`
  const sql = `ALTER TABLE ${quote(table)} ADD COLUMN ${quote(stepColumn(counter))} integer GENERATED ALWAYS AS (${steps}) STORED, SET (fillfactor = 50)`
  return { table, change: `steps of the counter ${counter}`, sql }
}

function dropStep(table: string, name: string): TableStep {
  const sql = `ALTER TABLE ${quote(table)} DROP COLUMN ${quote(name)}, RESET (fillfactor)`
  return { table, change: `column ${name} gone`, sql, drops: 'rule' }
}

function dropColumn(table: string, name: string): TableStep {
  const sql = `ALTER TABLE ${quote(table)} DROP COLUMN ${quote(name)}`
  return {
    table,
    column: name,
    change: `field ${name} is gone (or renamed)`,
    sql,
    drops: 'shape',
    blockedBy: `SELECT FROM ${quote(table)} WHERE ${quote(name)} IS NOT NULL`,
    migration: `${sql};\n-- or, when it has a new name: ALTER TABLE ${quote(table)} RENAME COLUMN ${quote(name)} TO "newName";`,
  }
}

/** Takes a table away that has no rows. */
export function dropTable({ name }: Pick<CatalogTable, 'name'>): TableStep {
  return {
    table: name,
    change: 'the entity is gone (or renamed)',
    drops: 'shape',
    sql: `DROP TABLE ${quote(name)}; DELETE FROM platform_table WHERE name = ${literal(name)}`,
    blockedBy: `SELECT FROM ${quote(name)}`,
    migration: `DROP TABLE ${quote(name)};\nDELETE FROM platform_table WHERE name = ${literal(name)};`,
  }
}

/** Changes of type that keep every value. */
const WIDENING: Readonly<Record<string, readonly string[]>> = {
  integer: ['double precision', 'numeric(15,0)'],
  bigint: ['numeric(15,0)'],
}

function alterColumn(table: string, column: ColumnModel, present: CatalogColumn, recorded: string | null): TableStep[] {
  const alter = `ALTER TABLE ${quote(table)} ALTER COLUMN ${quote(column.name)}`
  const steps: TableStep[] = []
  const add = (change: string, sql: string, more?: Partial<TableStep>) =>
    steps.push({ table, column: column.name, change: `${column.name}: ${change}`, sql, ...more })
  const retyped = present.type !== column.type
  if (retyped) {
    if (recorded !== null) add('old default', `${alter} DROP DEFAULT`)
    const sql = `${alter} TYPE ${column.type} USING ${quote(column.name)}::text::${column.type}`
    const widening = WIDENING[present.type]?.includes(column.type)
    const blocked = { blockedBy: `SELECT FROM ${quote(table)} WHERE ${quote(column.name)} IS NOT NULL`, migration: `${sql};` }
    add(`type ${present.type} becomes ${column.type}`, sql, { drops: 'rule', ...(widening ? {} : blocked) })
  }
  if (recorded !== column.default || retyped)
    add('default', column.default === null ? `${alter} DROP DEFAULT` : `${alter} SET DEFAULT ${column.default}`)
  if (present.notNull && !column.notNull) add('no longer required', `${alter} DROP NOT NULL`)
  if (!present.notNull && column.notNull) {
    const condition = `${quote(column.name)} IS NULL`
    const migration = `UPDATE ${quote(table)} SET ${quote(column.name)} = /* value */ WHERE ${condition};`
    add('required now', `${alter} SET NOT NULL`, { blockedBy: `SELECT FROM ${quote(table)} WHERE ${condition}`, migration })
  }
  return column.name === 'id' ? [] : steps
}

function constraintSteps(model: TableModel, existing: ReadonlySet<string>, foreign: boolean): TableStep[] {
  const table = model.name
  const missing = model.constraints.filter((constraint) => (constraint.kind === 'foreign') === foreign && !existing.has(constraint.name))
  const inTable = existing.size === 0 && !foreign
  return missing.map(({ name, definition, columns, limit }) => ({
    table,
    ...(columns.length === 1 && { column: columns[0]! }),
    change: `rule ${definition}`,
    sql: `ALTER TABLE ${quote(table)} ADD CONSTRAINT ${quote(name)} ${definition}`,
    ...(inTable
      ? {}
      : { migration: `-- correct the rows of ${table} that break it: ${definition}${columns.length ? ` (${columns.join(', ')})` : ''}` }),
    // the length of texts in two languages was declared before it was held
    ...(limit !== undefined && model.columns.get(columns[0]!)?.field.type === 'localText' && { waits: true }),
  }))
}

function dropConstraint(table: string, name: string): TableStep {
  return { table, change: `rule ${name} gone`, sql: `ALTER TABLE ${quote(table)} DROP CONSTRAINT ${quote(name)}`, drops: 'rule' }
}

function indexColumn(name: string, names: readonly string[] = []): string {
  const bare = quote(name.startsWith('-') ? name.slice(1) : name)
  const column = names.includes(name) ? `${bare} COLLATE ${NAMES}` : bare
  return name.startsWith('-') ? `${column} DESC NULLS LAST` : column
}

function indexStep(table: string, index: IndexModel): TableStep {
  const of = index.using ? `USING ${index.using}` : `(${index.columns.map((name) => indexColumn(name, index.names)).join(', ')})`
  return {
    table,
    change: 'new index',
    sql: `CREATE INDEX ${quote(index.name)} ON ${quote(table)} ${of}`,
  }
}

function defaultsOf(model: TableModel): Record<string, string | null> {
  return Object.fromEntries([...model.columns.values()].map((column) => [column.name, column.default]))
}
function sameDefaults(model: TableModel, existing: CatalogTable): boolean {
  const wanted = Object.entries(defaultsOf(model))
  return wanted.length === Object.keys(existing.defaults).length && wanted.every(([name, value]) => existing.defaults[name] === value)
}
function recordDefaults(model: TableModel): TableStep {
  const values = [model.name, model.entity.id, JSON.stringify(defaultsOf(model))].map(literal).join(', ')
  const sql = `INSERT INTO platform_table (name, entity, defaults) VALUES (${values}) ON CONFLICT (name) DO UPDATE SET defaults = excluded.defaults`
  return { table: model.name, change: 'record', sql, isRecord: true }
}
