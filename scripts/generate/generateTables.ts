/** Entities -> `plugins/generated/tables.ts`: `Tables` for kysely, which makes `context.db` of handlers know every column and `context.rows.transition` the row it answers. Computed fields are no columns. */
import type { EntityDocument, EntityField } from '../../runtime/core/documents.ts'
import type { Platform } from '../../runtime/core/platform.ts'
import { IMPLIED_FIELDS, tableName } from '../../runtime/server/database/tableNames.ts'
import { literal, union } from './typeText.ts'

const HEAD = `import type { ColumnType, Generated, Insertable, Kysely, Selectable, Updateable } from 'kysely'
import type { Json, StoredFile } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'

declare module '../../runtime/core/contracts.ts' {
  interface ServerParts {
    database: Kysely<Tables>
    openDatabase: Kysely<OpenTables>
  }
  interface EntityTypes {
/* entities */  }
  interface FlowTypes {
/* flows */  }
}

/** What is known of tables whose entity is told at run time. */
export type OpenTables = Record<string, Record<string, unknown>>

/** A row as it is read. */
export type Row<T extends keyof Tables> = Selectable<Tables[T]>

/** What flows govern changes by their transitions alone. */
interface EntityWrites<T extends keyof Tables, Governed extends keyof Tables[T] = never> {
  row: Row<T>
  add: Insertable<Tables[T]>
  change: Omit<Updateable<Tables[T]>, Governed>
}

/** Read as ISO 8601 text. */
type Moment = ColumnType<string, string | Date, string | Date>
type Stamped = ColumnType<string, string | Date | undefined, string | Date>

export interface Tables {
`

export function generateTables(platform: Platform): string {
  const flows = [...platform.documents.flow.values()].map(({ id, entity }) => `    '${id}': Row<'${tableName(entity)}'>\n`)
  const entities = [...platform.documents.entity.values()].map(({ id }) => `    '${id}': EntityWrites<${writesText(id, platform)}>\n`)
  const tables = [...platform.documents.entity.values()].map((entity) => tableText(entity, platform))
  return `${HEAD.replace('/* entities */', entities.join('')).replace('/* flows */', flows.join(''))}${tables.join('')}}\n`
}

function writesText(id: string, platform: Platform): string {
  const governed = [...platform.documents.flow.values()].flatMap(({ entity, field }) => (entity === id ? [literal(field)] : []))
  return [literal(tableName(id)), ...(governed.length > 0 ? [union(governed)] : [])].join(', ')
}

function tableText(entity: EntityDocument, platform: Platform): string {
  const stored = Object.entries({ ...IMPLIED_FIELDS, ...entity.fields }).filter(([, field]) => field.computed === undefined)
  const columns = stored.map(([name, field]) => `    ${name}: ${columnText(entity.id, name, field, platform)}\n`)
  return `  /** Rows of ${entity.id}. */\n  ${tableName(entity.id)}: {\n${columns.join('')}  }\n`
}

/** What the table fills in by itself may be left out of an insert; so may what can be null. */
function columnText(entity: string, name: string, field: EntityField, platform: Platform): string {
  const value = field.type === 'json' ? `Json<${literal(`${entity}.${name}`)}>` : valueText(field, platform)
  const nullable = field.required === true ? value : `${value} | null`
  const isFilled = name === 'id' || (field.default !== undefined && field.default !== null)
  if (!isFilled) return nullable
  return value === 'Moment' ? nullable.replace('Moment', 'Stamped') : `Generated<${nullable}>`
}

function valueText(field: EntityField, platform: Platform): string {
  if (field.type !== 'enum') return TYPES[field.type] ?? 'string'
  const { documents, values } = platform.get('enum', field.enum ?? '')
  return documents === undefined ? union(values.map(({ code }) => literal(code))) : 'string'
}

const TYPES: Readonly<Partial<Record<EntityField['type'], string>>> = {
  integer: 'number',
  number: 'number',
  money: 'number',
  boolean: 'boolean',
  localText: 'LocalText',
  file: 'StoredFile',
  files: 'StoredFile[]',
  datetime: 'Moment',
}
