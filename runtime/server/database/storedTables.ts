/** Tables of entities that staff publish, made and changed while the platform runs, in the transaction that publishes. Only what keeps every row
 *  is done: a field that is left out keeps its column, so an older version finds its values again. */
import type { Platform } from '../../core/platform.ts'
import { dropTable, planTables, type TableStep } from './planTables.ts'
import { type CatalogTable, type Querying, readCatalog } from './readCatalog.ts'
import { isBlocked, tryStep } from './runStep.ts'
import { type TableModel, tableModels } from './tableModel.ts'
import { literal, quote, tableName } from './tableNames.ts'

/** A change that the rows of a table do not allow. */
export interface RefusedChange {
  /** Id of the entity. */
  entity: string
  /** Field, when the change is about one. */
  column?: string | undefined
  /** Which change, in words. */
  change: string
}

/** Writers of a table that is referred to are waited for so long, in milliseconds; then the publishing is refused as BUSY. */
const LOCK_WAIT_MS = 2_000

/** Tables of the entities that are in no file. @param shipped  ids of the entities of files */
export function storedModels(platform: Platform, shipped: ReadonlySet<string>): TableModel[] {
  if ([...platform.documents.entity.keys()].every((id) => shipped.has(id))) return []
  return [...tableModels(platform).values()].filter(({ entity }) => !shipped.has(entity.id))
}

/** What publishing would be refused for, as far as reading tells. */
export async function refusedChanges(client: Querying, models: readonly TableModel[]): Promise<RefusedChange[]> {
  if (models.length === 0) return []
  const refused: RefusedChange[] = []
  for (const step of await planStored(client, models)) if (await isBlocked(client, step)) refused.push(refusalOf(step, models))
  return refused
}

/**
 * Makes and changes the tables, in the transaction of `client`.
 * @returns what rows do not allow: the transaction must then be given up
 */
export async function makeStoredTables(client: Querying, models: readonly TableModel[]): Promise<RefusedChange[]> {
  if (models.length === 0) return []
  const refused: RefusedChange[] = []
  await client.query(`SET LOCAL lock_timeout = ${LOCK_WAIT_MS}`)
  for (const step of await planStored(client, models))
    if ((await isBlocked(client, step)) || !(await isDone(client, step))) refused.push(refusalOf(step, models))
  const names = models.map(({ name }) => literal(name)).join(', ')
  await client.query(`UPDATE platform_table SET "atRuntime" = true WHERE name IN (${names}) AND NOT "atRuntime"`)
  return refused
}

/** Takes the empty table of an entity away; one with rows stays, for when the entity is published again. */
export async function dropEmptyTable(client: Querying, entity: string): Promise<void> {
  const name = tableName(entity)
  const { rows } = await client.query(`SELECT FROM platform_table WHERE name = ${literal(name)} AND "atRuntime"`)
  const step = dropTable({ name })
  // a column that was left out may still refer to it
  if (rows.length > 0 && !(await isBlocked(client, step))) await isDone(client, step)
}

/** Of a table that is there, only what adds; a column without a field no longer asks for a value. */
async function planStored(client: Querying, models: readonly TableModel[]): Promise<TableStep[]> {
  const wanted = new Map(models.map((model) => [model.name, model]))
  const catalog = new Map([...(await readCatalog(client))].filter(([name]) => wanted.has(name)))
  const steps = planTables(models, catalog).filter(({ drops }) => drops !== 'shape')
  return [...[...catalog.values()].flatMap((table) => loosened(table, wanted.get(table.name)!)), ...steps]
}

function loosened({ name, columns }: CatalogTable, model: TableModel): TableStep[] {
  const left = [...columns.values()].filter((column) => column.notNull && !model.columns.has(column.name))
  return left.map((column) => ({
    table: name,
    column: column.name,
    change: `${column.name}: no longer asked for`,
    sql: `ALTER TABLE ${quote(name)} ALTER COLUMN ${quote(column.name)} DROP NOT NULL`,
  }))
}

/** What rows break, and what others refer to; anything else is no refusal. */
const REFUSALS = /^(23|2BP01)/

async function isDone(client: Querying, step: TableStep): Promise<boolean> {
  const error = await tryStep(client, step)
  if (error && !REFUSALS.test((error as { code?: string }).code ?? '')) throw error
  return error === null
}

function refusalOf({ table, column, change }: TableStep, models: readonly TableModel[]): RefusedChange {
  return { entity: models.find(({ name }) => name === table)?.entity.id ?? table, column, change }
}
