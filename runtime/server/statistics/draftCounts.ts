/** Drafts in the store of drafts, which are no rows of the entity: how many there are, and how far each came. Their answers are not sent. */
import type { Platform } from '../../core/platform.ts'
import { type SqlStatement, SqlWriter } from '../database/SqlWriter.ts'
import { quote } from '../database/tableNames.ts'
import type { BegunCount } from './answerHead.ts'
import { answered } from './jsonSql.ts'

interface DraftParts {
  context: { operation: { entity: string; answers: { submitted: string } }; platform: Platform }
  table: string
  where(writer: SqlWriter): string
  run: { query<R extends Record<string, unknown>>(statement: SqlStatement): Promise<{ rows: R[] }> }
}

/** Drafts under the key, and under keys that continue after a colon. */
function ofKey(writer: SqlWriter, key: string): string {
  const [own, below] = [writer.value(key, 'text'), writer.value(`${key}:`, 'text')]
  return `(d."key" = ${own} OR starts_with(d."key", ${below}))`
}

/** Form versions that are being filled. */
export async function draftVersions({ run }: DraftParts, key: string): Promise<string[]> {
  const writer = new SqlWriter()
  const { rows } = await run.query<{ hash: string }>(
    writer.statement(`SELECT DISTINCT d."hash" FROM platform_draft d WHERE ${ofKey(writer, key)}`),
  )
  return rows.map(({ hash }) => hash)
}

/**
 * People who have begun and handed nothing in, by the last field of the form that they have answered.
 * @param fields names in the order of the form
 */
export async function countDrafts(parts: DraftParts, key: string, fields: readonly string[]): Promise<BegunCount[]> {
  const { context, table, where, run } = parts
  const { entity, answers } = context.operation
  const { owner } = context.platform.get('entity', entity)
  const writer = new SqlWriter({ joined: true })
  const mine = ofKey(writer, key)
  const names = writer.value(fields, 'text[]')
  const condition = where(writer)
  const isIn = owner
    ? `EXISTS (SELECT FROM ${table}${writer.joins} WHERE ${condition} AND t.${quote(answers.submitted)} IS NOT NULL AND t.${quote(owner)} = d."ownerId")`
    : 'FALSE'
  const { rows } = await run.query<BegunCount>(
    writer.statement(`SELECT NULL::text AS day, last, count(*)::integer AS count FROM (
        SELECT (SELECT name FROM unnest(${names}) WITH ORDINALITY AS f(name, at) WHERE ${answered('(d."answers" -> f.name)')} ORDER BY at DESC LIMIT 1) AS last
        FROM platform_draft d WHERE ${mine} AND NOT ${isIn}) AS begun GROUP BY 2`),
  )
  return rows
}
