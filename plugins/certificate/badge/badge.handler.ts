/** A valid certificate as an Open Badge, signed. */
import { attachmentHeader } from '../../../runtime/core/attachmentHeader.ts'
import { defineHandler } from '../../../runtime/core/contracts.ts'
import type { LocalText } from '../../../runtime/core/documents.ts'
import { publicCertificates } from '../publicCertificates.ts'
import { shownName } from '../shownName.ts'
import { signJson } from './dataIntegrity.ts'
import { issuerKey } from './issuerKey.ts'
import { makeBadge } from './makeBadge.ts'
import { sendJson } from './sendJson.ts'

export default defineHandler('certificate.badge', async ({ certificate: code }, context) => {
  const row = await publicCertificates(context)
    .select('c.publishedAt')
    .where('c.code', '=', code)
    .where('c.state', '=', 'published')
    .executeTakeFirst()
  if (!row) return context.fail('NOT_FOUND', { entity: 'certificate.certificate' })
  const { organisation } = row.values as { organisation: { name?: LocalText } }
  const key = await issuerKey(context)
  const publishedAt = new Date(row.publishedAt!).toISOString()
  const facts = {
    ...{ id: row.id, code: row.code, serial: row.serial, title: row.title, competition: row.competition, award: row.award },
    ...{ name: shownName(row), organisation: organisation.name ?? row.organisation, publishedAt },
    fileHash: row.shownName === 'full' ? row.fileHash : null,
  }
  const badge = makeBadge(facts, { site: context.site, did: key.did })
  context.reply.header('content-disposition', attachmentHeader(`${row.serial}.json`))
  sendJson(context, signJson(badge, { ...key, created: publishedAt }), { type: 'application/vc+json', maxAge: 0 })
  return null
})
