/** A job of a batch: draws the files of the next certificates, and orders the job after it. Each job commits what it drew, so a killed process loses one chunk
 *  at most. Two jobs at the same time never draw the
 *  same certificate: the second waits and continues with the rest. */
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { defineHandler, type HandlerContext, type PrintedSheet } from '../../runtime/core/contracts.ts'
import { readPictures } from './pictures.ts'
import type { Batch } from './series.ts'

/** Certificates of one job: many, because its thread reads the fonts anew. */
const CHUNK = 100
const MIDNIGHT = 'T00:00:00.000Z'
const ENTITY = 'certificate.certificate'

interface Drawn {
  id: string
  serial: string
  values: unknown
}

export default defineHandler<'certificate.drawBatch', { id: string }>('certificate.drawBatch', async ({ id }, context) => {
  const { db, now } = context
  await context.lock('certificateBatch', id)
  const batch = (await db.selectFrom('certificate_batch').selectAll().where('id', '=', id).executeTakeFirst()) as Batch | undefined
  if (batch?.state !== 'drawing') return { drawn: 0 }
  const waiting = (await db
    .selectFrom('certificate_certificate')
    .select(['id', 'serial', 'values'])
    .where('batchId', '=', id)
    .where('fileHash', 'is', null)
    .orderBy('id')
    .limit(CHUNK)
    .execute()) as Drawn[]
  const troubled = await draw(batch, waiting, context)
  const drawn = batch.drawn + waiting.length
  const isDone = drawn >= batch.total
  await db
    .updateTable('certificate_batch')
    .set({
      ...{ drawn, troubled: batch.troubled + troubled, workedAt: now.toISOString() },
      // someone may have paused or discarded it meanwhile
      ...(isDone && { state: sql`CASE WHEN state = 'discarded' THEN state ELSE 'ready' END` }),
    })
    .where('id', '=', id)
    .execute()
  if (!isDone) await context.enqueue('certificate.drawBatch', { id })
  return { drawn }
})

/** @returns how many have problems */
async function draw(batch: Batch, certificates: readonly Drawn[], context: HandlerContext): Promise<number> {
  if (certificates.length === 0) return 0
  const print = batch.print!
  const pictures = await readPictures(print, picturesOf(certificates), context)
  const sheets = certificates.map(({ values }) => ({
    values: values as Record<string, unknown>,
    createdAt: `${batch.issuedOn}${MIDNIGHT}`,
  }))
  let troubled = 0
  await context.pdf.print({ print, lang: batch.lang, pictures, sheets, sign: true }, async (sheet) => {
    await keep(certificates[sheet.index]!, sheet, context)
    if (sheet.problems.length > 0) troubled += 1
    await context.progress({ done: (batch.drawn + sheet.index + 1) / batch.total, note: `${batch.drawn + sheet.index + 1}/${batch.total}` })
  })
  return troubled
}

function picturesOf(certificates: readonly Drawn[]): string[] {
  const found = certificates.flatMap(({ values }) => {
    const { seal, signature } = (values as { organisation: { seal?: string | null; signature?: string | null } }).organisation
    return [seal, signature]
  })
  return [...new Set(found)].filter((address) => typeof address === 'string')
}

async function keep({ id, serial }: Drawn, { bytes, hash, problems }: PrintedSheet, { files, db, now }: HandlerContext): Promise<void> {
  const file = await files.store(Readable.from(bytes), { name: `${serial}.pdf`, purpose: 'certificate' })
  // linked to the certificate and owned by no one: the person who ordered the batch does not own the file
  const bound = { entity: ENTITY, rowId: id, boundAt: now.toISOString(), ownerId: null }
  await db.updateTable('platform_file').set(bound).where('key', '=', file.id).execute()
  await db
    .updateTable('certificate_certificate')
    .set({ file: { ...file, ownerId: null }, fileHash: hash, problems: problems.length > 0 ? problems : null })
    .where('id', '=', id)
    .execute()
}
