/** The job that tells the holders of a published batch, and the members of teams that hold one. It takes some certificates, and orders itself for the rest. */
import { sql } from 'kysely'
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'

declare module '../../runtime/core/contracts.ts' {
  interface JobTypes {
    'certificate.tellHolders': { batchId: string; by: readonly ('mail' | 'sms')[]; after?: string }
  }
}

/** Certificates of one job. */
const CHUNK = 200

interface Recipient {
  userId: string
  email: string | null
  phone: string | null
  name: string
  serial: string
  code: string
}
export default defineHandler('certificate.tellHolders', async ({ batchId, by, after = '0' }, context) => {
  const { db, site } = context
  const chunk = await db
    .selectFrom('certificate_certificate')
    .select('id')
    .where('batchId', '=', batchId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(CHUNK)
    .execute()
  if (chunk.length === 0) return { told: 0 }
  const title = await competitionTitle(batchId, context)
  const recipients = await people(
    chunk.map(({ id }) => id),
    context,
  )
  for (const { userId, email, phone, name, serial, code } of recipients) {
    const same = { competition: title.zh, competitionEn: title.en || title.zh, address: `${site}/share?certificate=${code}` }
    await context.messages.send('certificate.published', { userId }, { ...same, name, serial })
    if (by.includes('mail') && email)
      await context.messages.send('certificate.publishedMail', { userId, address: email }, { ...same, name, serial })
    if (by.includes('sms') && phone) await context.messages.send('certificate.publishedSms', { userId, address: phone }, same)
  }
  if (chunk.length === CHUNK) await context.jobs.enqueue('certificate.tellHolders', { batchId, by, after: chunk.at(-1)!.id })
  return { told: recipients.length }
})

async function competitionTitle(batchId: string, { db }: HandlerContext): Promise<LocalText> {
  const row = await db
    .selectFrom('certificate_batch as b')
    .innerJoin('competition_competition as k', 'k.id', 'b.competitionId')
    .select('k.title')
    .where('b.id', '=', batchId)
    .executeTakeFirstOrThrow()
  return row.title
}

/** The one who was withdrawn meanwhile is not notified. */
async function people(ids: readonly string[], { db }: HandlerContext): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    SELECT u.id::text AS "userId", u.email, u.phone, c.name, c.serial, c.code FROM certificate_certificate c
    JOIN LATERAL (
      SELECT c."userId" AS id UNION SELECT m."userId" FROM team_member m WHERE c."isTeam" AND m."registrationId" = c."registrationId" AND m.state = 'active'
    ) person ON true
    JOIN account_user u ON u.id = person.id
    WHERE c.id = ANY(${ids}::bigint[]) AND c.state = 'published' ORDER BY c.id, u.id`.execute(db)
  return rows
}
