/** A reference that the input gives may name what belongs to the owner of the row alone: a room of the same house.
 *  Owners are the fields that a role can be granted on the objects of, in the row and in what it names alike. Anything else is answered as a row that does
 *  not exist. The condition stands in the statement that writes, so that no document can forget it. */
import type { EntityDocument, Value } from '../../core/documents.ts'
import { compileExpression } from '../../core/expressions/index.ts'
import type { Platform } from '../../core/platform.ts'
import { quote, tableName } from '../database/tableNames.ts'
import { isCel } from './compileValue.ts'

/** No row has it. */
const NO_ROW = 0

/** Fields that name the owner both of a row of the entity and of what its reference names. */
export function sharedOwners({ fields }: EntityDocument, name: string, platform: Platform): string[] {
  const field = fields[name]
  const named = field?.type === 'ref' ? platform.documents.entity.get(field.entity ?? '') : undefined
  const scopes = new Set(Object.values(platform.app.scopes ?? {}).map(({ entity }) => entity))
  const isOwner = (owner: string) => {
    const [own, other] = [fields[owner], named?.fields[owner]]
    return owner !== name && own?.type === 'ref' && other?.type === 'ref' && own.entity === other.entity && scopes.has(own.entity ?? '')
  }
  return named === undefined ? [] : Object.keys(fields).filter(isOwner)
}

/** Whether the caller decides the value. */
export function isGiven(value: Value | undefined): boolean {
  return (
    value !== undefined && isCel(value) && compileExpression(value.cel).references.some(([root]) => root !== 'row' && root !== 'session')
  )
}

/** SQL of the id, or of one that no row has when the object has another owner. What belongs to no one is everyone's.
 *  @param owners  name of the field -> SQL of the row's own owner */
export function ownedReference(id: string, entity: string, owners: readonly (readonly [name: string, sql: string])[]): string {
  const conditions = owners.map(([name, sql]) => `(o.${quote(name)} IS NULL OR ${sql} IS NULL OR o.${quote(name)} = ${sql})`)
  return `COALESCE((SELECT o."id" FROM ${quote(tableName(entity))} o WHERE o."id" = ${id} AND ${conditions.join(' AND ')}), ${NO_ROW})`
}
