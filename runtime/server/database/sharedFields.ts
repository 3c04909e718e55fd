/** Fields that rows of one entity take over from a row of another: a field of the same name, `<last part of the entity's id>Id` for the row itself, or the
 *  object that contains one of these (`in` of its scope). So a product decides by fields of `platform.log` and `platform.file` whose they are. */
import type { EntityDocument } from '../../core/documents.ts'
import type { Platform } from '../../core/platform.ts'
import { datetimeText } from './sql/casts.ts'
import { quote, tableName } from './tableNames.ts'

export interface SharedField {
  name: string
  /** SQL of its text, by the alias of the row; `NOTHING` where the row does not tell. */
  of(alias: string): string
  /** An object inside this one: `named` is the field with its id, `of` the SQL of this one's id. */
  container?: { named: string; of(id: string): string }
}
/** Of a field that the row does not tell. */
export const NOTHING = 'NULL::text'

/** @param target entity whose fields are filled, `own` those of them that the kernel fills itself; `entity` is what they are filled from */
export function sharedFields(target: EntityDocument, own: readonly string[], entity: EntityDocument, platform: Platform): SharedField[] {
  const inherited = Object.keys(target.fields).filter((name) => !own.includes(name) && !target.fields[name]?.computed)
  return inherited.map((name) => {
    const of = ownValue(name, entity)
    const container = containerNamed(name, inherited, platform)
    if (of || !container) return { name, of: of ?? (() => NOTHING), ...(container ? { container } : {}) }
    const inner = ownValue(container.named, entity)
    return { name, of: (alias) => (inner ? container.of(inner(alias)) : NOTHING), container }
  })
}

/** Null when the row does not have it. */
function ownValue(name: string, entity: EntityDocument): ((alias: string) => string) | null {
  if (name === idName(entity.id)) return (alias) => `${alias}."id"::text`
  const field = entity.fields[name]
  if (!field || field.computed) return null
  return (alias) => (field.type === 'datetime' ? datetimeText(`${alias}.${quote(name)}`) : `${alias}.${quote(name)}::text`)
}

/** `roomId` -> its `houseId`, when scopes say that rooms lie in houses. */
function containerNamed(name: string, inherited: readonly string[], platform: Platform): SharedField['container'] {
  for (const { entity: id, in: container } of Object.values(platform.app.scopes ?? {})) {
    const named = idName(id)
    if (container?.field !== name || !inherited.includes(named)) continue
    const table = quote(tableName(id))
    return { named, of: (value) => `(SELECT o.${quote(name)}::text FROM ${table} o WHERE o."id" = (${value})::bigint)` }
  }
  return undefined
}

/** `room` -> `roomId`. */
export function idName(entityId: string): string {
  return `${entityId.split('.').at(-1)}Id`
}
