/** The picture of a valid certificate, shown where its public page is shared. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import type { PrintDocument } from '../../runtime/core/documents.ts'
import { publicCertificates } from './publicCertificates.ts'
import { sendPicture } from './sendPicture.ts'
import { shownName } from './shownName.ts'

const PRINT = 'certificate.card'
/** Pixels; half as high and a little more (630), as networks ask for. */
const WIDTH = 1200
/** Short, for a certificate may be withdrawn and its holder may hide the name. */
const KEPT_SECONDS = 600

export default defineHandler('certificate.picture', async ({ certificate: code, lang }, context) => {
  const row = await publicCertificates(context).where('c.code', '=', code).where('c.state', '=', 'published').executeTakeFirst()
  if (!row) return context.fail('NOT_FOUND', { entity: 'certificate.certificate' })
  const { organisation } = row.values as { organisation: { name?: unknown } }
  const { serial, title, competition, award, issuedOn } = row
  const values = { name: shownName(row), serial, title, competition, award, issuedOn, organisation: organisation.name ?? row.organisation }
  const print = context.platform.get('print', PRINT) as PrintDocument
  const picture = await context.files.pdf.picture({ print, lang: lang ?? context.lang, pictures: new Map(), values }, WIDTH)
  sendPicture(context, picture, KEPT_SECONDS)
  return null
})
