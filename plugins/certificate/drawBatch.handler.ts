/** A job of a batch: draws the files of the next certificates, and orders the job after it. Each certificate is committed by itself, and no transaction is open while it is
 *  drawn: a killed process loses one sheet. Of two jobs at the same time, the file of the first one counts for each certificate. */
import { defineHandler, type HandlerContext, type PrintedSheet } from '../../runtime/core/contracts.ts'
import { readPictures } from './pictures.ts'
import type { Batch } from './series.ts'

declare module '../../runtime/core/contracts.ts' {
  interface JobTypes {
    'certificate.drawBatch': { id: string }
  }
}

/** Certificates of one job: many, because its thread reads the fonts anew. */
const CHUNK = 100
const MIDNIGHT = 'T00:00:00.000Z'
const ENTITY = 'certificate.certificate'

interface Drawn {
  id: string
  serial: string
  values: unknown
}

export default defineHandler(
  'certificate.drawBatch',
  async ({ id }, context) => {
    const { db } = context
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
    const kept = await draw(batch, waiting, context)
    return context.jobs.write((inner) => settle(batch, waiting.length === 0 || kept > 0, inner))
  },
  { waits: 'worker' },
)

/** @param goesOn  whether this job orders the next: one that kept nothing met another, which orders it */
async function settle({ id, total }: Batch, goesOn: boolean, context: HandlerContext): Promise<{ drawn: number }> {
  const { db, rows, now } = context
  await context.lock('certificateBatch', id)
  const counted = await db
    .selectFrom('certificate_certificate')
    .select(({ fn }) => [fn.count('fileHash').as('drawn'), fn.count('problems').as('troubled')])
    .where('batchId', '=', id)
    .executeTakeFirstOrThrow()
  const [drawn, troubled] = [Number(counted.drawn), Number(counted.troubled)]
  const isDone = drawn >= total
  await rows.save('certificate.batch', { id }, { drawn, troubled, workedAt: now.toISOString() })
  // someone may have paused or discarded it meanwhile
  if (isDone) await rows.transitionWhere('certificate.batchLife', 'finish', { id })
  if (!isDone && goesOn) await context.jobs.enqueue('certificate.drawBatch', { id })
  return { drawn }
}

/** @returns how many of them this job drew */
async function draw(batch: Batch, certificates: readonly Drawn[], context: HandlerContext): Promise<number> {
  if (certificates.length === 0) return 0
  const print = batch.print!
  const pictures = await readPictures(print, picturesOf(certificates), context)
  const sheets = certificates.map(({ values }) => ({
    values: values as Record<string, unknown>,
    createdAt: `${batch.issuedOn}${MIDNIGHT}`,
  }))
  let kept = 0
  await context.files.pdf.print({ print, lang: batch.lang, pictures, sheets, sign: true }, async (sheet) => {
    if (await context.jobs.write((inner) => keep(certificates[sheet.index]!, sheet, inner))) kept += 1
    await context.jobs.progress({
      done: (batch.drawn + sheet.index + 1) / batch.total,
      note: `${batch.drawn + sheet.index + 1}/${batch.total}`,
    })
  })
  return kept
}

function picturesOf(certificates: readonly Drawn[]): string[] {
  const found = certificates.flatMap(({ values }) => {
    const { seal, signature } = (values as { organisation: { seal?: string | null; signature?: string | null } }).organisation
    return [seal, signature]
  })
  return [...new Set(found)].filter((address) => typeof address === 'string')
}

/** False when another job was first. */
async function keep(
  { id, serial }: Drawn,
  { bytes, hash, problems }: PrintedSheet,
  { files, db, rows, now }: HandlerContext,
): Promise<boolean> {
  const row = await db.selectFrom('certificate_certificate').select('fileHash').where('id', '=', id).forUpdate().executeTakeFirst()
  if (row?.fileHash !== null) return false
  const file = await files.keep(bytes, { name: `${serial}.pdf`, type: 'application/pdf', purpose: 'certificate' })
  // linked to the certificate and owned by no one: the person who ordered the batch does not own the file
  const bound = { entity: ENTITY, rowId: id, boundAt: now.toISOString(), ownerId: null }
  await rows.saveWhere('platform.file', { key: file.id }, bound)
  const drawn = { file: { ...file, ownerId: null }, fileHash: hash, problems: problems.length > 0 ? problems : null }
  await rows.save('certificate.certificate', { id }, drawn)
  return true
}
