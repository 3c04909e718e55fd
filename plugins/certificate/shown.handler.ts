/** What the public page of a certificate shows. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import { publicCertificates } from './publicCertificates.ts'
import { shownName } from './shownName.ts'

export default defineHandler('certificate.shown', async ({ certificate: code }, context) => {
  const row = await publicCertificates(context).where('c.code', '=', code).executeTakeFirst()
  if (!row) return context.fail('NOT_FOUND', { entity: 'certificate.certificate' })
  const next =
    row.state === 'replaced' ? await publicCertificates(context).where('c.replacesId', '=', row.id).executeTakeFirst() : undefined
  const { organisation } = row.values as { organisation: { name?: LocalText } }
  const isWithdrawn = row.state === 'withdrawn'
  return {
    ...{ serial: row.serial, code: row.code, state: row.state, name: shownName(row), title: row.title, competition: row.competition },
    ...{
      award: row.award as Record<string, unknown> | null,
      organisation: organisation.name ?? row.organisation,
      issuedOn: row.issuedOn,
      hash: row.fileHash,
    },
    ...{
      withdrawnAt: row.withdrawnAt,
      reason: isWithdrawn ? row.reason : null,
      replacedBy: next?.code ?? null,
      shownName: row.shownName,
      address: `${context.site}/share?certificate=${row.code}`,
    },
  }
})
