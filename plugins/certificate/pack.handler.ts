/** The job behind a download: the files of valid certificates in one archive, and a list of them that spreadsheets open. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { writeCsv } from '../../runtime/core/studio/csv.ts'
import { type Packed, packedCertificates } from './packedCertificates.ts'

declare module '../../runtime/core/contracts.ts' {
  interface JobTypes {
    'certificate.pack': { packed: Packed }
  }
}

const MAX = 20_000
const COLUMNS = ['serial', 'holder', 'award', 'issuedOn', 'hash'] as const

export default defineHandler('certificate.pack', async ({ packed }, context) => {
  const words = (key: (typeof COLUMNS)[number] | 'archive' | 'list') => context.text(`certificate.packed.${key}`)[context.lang]
  const rows = await packedCertificates(packed, context, MAX)
  const lines = rows.map(({ serial, name, award, issuedOn, fileHash }) => [serial, name, award?.[context.lang] ?? '', issuedOn, fileHash])
  const text = writeCsv([COLUMNS.map(words), ...lines])
  const files = rows.map(({ serial, name, file }) => ({ name: `${serial} ${name.replaceAll('/', '-')}.pdf`, file: file.id }))
  return context.files.pack(`${words('archive')}.zip`, [{ name: `${words('list')}.csv`, text }, ...files], context.jobs.progress)
})
