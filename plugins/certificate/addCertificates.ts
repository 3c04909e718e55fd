/** Gives numbers to recipients and writes their certificates, without files. It runs under the lock of the series in one transaction, so that the numbers have
 *  no gaps. */
import { randomBytes } from 'node:crypto'
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { CertificateShownName } from '../generated/enums.ts'
import type { Recipient } from './recipients.ts'
import { serialNumber } from './serialNumber.ts'
import type { Batch, Series } from './series.ts'

const CODE_BYTES = 16
/** Rows of one statement. */
const ROWS = 500

/** Others who give numbers of the series wait. */
export async function lockSeries(id: string, { lock, rows }: HandlerContext): Promise<Series> {
  await lock('certificateSeries', id)
  return (await rows.get('certificate.series', id)) as Series
}

/** @param series  as it was read under its lock */
export async function addCertificates(
  series: Series,
  batch: Pick<Batch, 'id' | 'issuedOn'>,
  recipients: readonly (Recipient & { replacesId?: string; reason?: string; shownName?: CertificateShownName })[],
  { rows, site }: HandlerContext,
): Promise<void> {
  const { nextNumber, competitionId, organisationId } = series
  const common = { batchId: batch.id, seriesId: series.id, competitionId, organisationId }
  const certificates = recipients.map(({ values, ...recipient }, at) => {
    const number = nextNumber + at
    const serial = serialNumber(series, number)
    const code = randomBytes(CODE_BYTES).toString('base64url')
    const certificate = {
      serial,
      issuedOn: batch.issuedOn,
      address: `${site}/share?certificate=${code}`,
      site: site.replace(/^https?:\/\//, ''),
    }
    return { ...common, ...recipient, number, serial, code, values: { ...values, certificate } }
  })
  await rows.bulk('certificate.certificate', 'the entry of the batch tells of its certificates', async (db) => {
    for (let at = 0; at < certificates.length; at += ROWS)
      await db
        .insertInto('certificate_certificate')
        .values(certificates.slice(at, at + ROWS))
        .execute()
  })
  await rows.save('certificate.series', series, { nextNumber: nextNumber + certificates.length })
}
