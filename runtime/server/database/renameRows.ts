/** Ids of documents in rows -> those of this release, in the transaction of a start: under which id a document is stored, and what fields with `idsOf`
 *  hold (the table of a saved view, the role of a grant, the calls of an API key). Rows whose new id would stand twice are left as they are.
 *  What stands inside of stored documents is not written here: it is renamed when they are read. */
import type pg from 'pg'
import { type Renamed, type Renames, renamedOf } from '../../core/documents/renameIds.ts'
import type { EntityDocument, EntityField } from '../../core/documents.ts'
import type { Platform } from '../../core/platform.ts'
import { tableName } from '../../core/tableName.ts'

const DOCUMENTS = 'platform_document'

/** @returns what was renamed, for the log of the start */
export async function renameRows(client: pg.Client, platform: Platform, renames: Renames): Promise<string[]> {
  if (Object.keys(renames).length === 0) return []
  const changes = await renameStored(client, renames)
  for (const entity of platform.documents.entity.values())
    for (const [name, field] of Object.entries(entity.fields)) {
      const renamed = field.idsOf ? renamedOf(renames, field.idsOf) : []
      if (renamed.length === 0) continue
      const count = await renameField(client, { entity, name, field }, renamed)
      if (count > 0) changes.push(`${tableName(entity.id)}: ${count} rows name documents by their new ids (${name})`)
    }
  return changes
}

/** Every revision; the trigger that keeps published ones from changing is off meanwhile. */
async function renameStored(client: pg.Client, renames: Renames): Promise<string[]> {
  const pairs = (Object.keys(renames) as Renamed[]).flatMap((kind) => renamedOf(renames, kind).map(([from, to]) => ({ kind, from, to })))
  const of = `FROM jsonb_to_recordset($1) AS renamed(kind text, "from" text, "to" text)
    WHERE d.kind = renamed.kind AND d."documentId" = renamed."from"
      AND NOT EXISTS (SELECT FROM ${DOCUMENTS} other WHERE other.kind = d.kind AND other."documentId" = renamed."to")`
  const list = [JSON.stringify(pairs)]
  const found = await client.query(`SELECT FROM ${DOCUMENTS} d, ${of.slice('FROM '.length)} LIMIT 1`, list)
  if (found.rowCount === 0) return []
  await client.query(`ALTER TABLE ${DOCUMENTS} DISABLE TRIGGER USER`)
  const { rowCount } = await client.query(`UPDATE ${DOCUMENTS} d SET "documentId" = renamed."to" ${of}`, list)
  await client.query(`ALTER TABLE ${DOCUMENTS} ENABLE TRIGGER USER`)
  return [`${DOCUMENTS}: ${rowCount} revisions are stored under their new ids`]
}

interface Named {
  entity: EntityDocument
  name: string
  field: EntityField
}

async function renameField(client: pg.Client, { entity, name, field }: Named, renamed: readonly [string, string][]): Promise<number> {
  const table = `"${tableName(entity.id)}"`
  const list = [JSON.stringify(renamed.map(([from, to]) => ({ from, to })))]
  const pairs = 'jsonb_to_recordset($1) AS renamed("from" text, "to" text)'
  if (field.type === 'json') {
    const { rowCount } = await client.query(
      `UPDATE ${table} r SET "${name}" = (
         SELECT jsonb_agg(coalesce(to_jsonb(renamed."to"), member.value) ORDER BY member.at)
         FROM jsonb_array_elements(r."${name}") WITH ORDINALITY AS member(value, at) LEFT JOIN ${pairs} ON to_jsonb(renamed."from") = member.value)
       WHERE jsonb_typeof(r."${name}") = 'array' AND EXISTS (SELECT FROM ${pairs} WHERE r."${name}" ? renamed."from")`,
      list,
    )
    return rowCount ?? 0
  }
  const twice = (entity.unique ?? [])
    .filter(({ fields }) => fields.includes(name))
    .map(({ fields }) => {
      const same = fields.map((other) => `twin."${other}" IS NOT DISTINCT FROM ${other === name ? 'renamed."to"' : `r."${other}"`}`)
      return ` AND NOT EXISTS (SELECT FROM ${table} twin WHERE ${same.join(' AND ')})`
    })
  const { rowCount } = await client.query(
    `UPDATE ${table} r SET "${name}" = renamed."to" FROM ${pairs} WHERE r."${name}" = renamed."from"${twice.join('')}`,
    list,
  )
  return rowCount ?? 0
}
