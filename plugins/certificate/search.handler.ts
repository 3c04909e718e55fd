/** Finds certificates by number, by the hash of their file, or by the whole name of the holder with the last characters of the phone or document number. The reply does not say why nothing was found. */
import { sql } from 'kysely'
import { defineHandler } from '../../runtime/core/contracts.ts'
import { publicCertificates } from './publicCertificates.ts'
import { isSerialNumber, tidySerial } from './serialNumber.ts'
import { shownName } from './shownName.ts'

const MAX = 20

export default defineHandler('certificate.search', async ({ serial, name, digits, hash }, context) => {
  const query = publicCertificates(context).orderBy('c.id', 'desc').limit(MAX)
  const number = tidySerial(serial ?? '')
  if (hash !== undefined) return { list: (await query.where('c.fileHash', '=', hash).execute()).map(found) }
  if (isSerialNumber(number)) return { list: (await query.where('c.serial', '=', number).execute()).map(found) }
  if (!name?.trim() || !digits) return { list: [] }
  const ending = `%${digits.toUpperCase()}`
  const rows = await query
    .where('c.name', '=', name.trim())
    .where(sql<boolean>`(EXISTS (SELECT 1 FROM account_user u WHERE u.id = c."userId" AND u.phone LIKE ${ending})
      OR EXISTS (SELECT 1 FROM profile_profile p WHERE p."userId" = c."userId" AND p."documentNumber" LIKE ${ending}))`)
    .execute()
  return { list: rows.map(found) }
})

type Found = Awaited<ReturnType<ReturnType<typeof publicCertificates>['execute']>>[number]

function found(row: Found) {
  const { serial, code, state, title, competition, issuedOn, award } = row
  return { serial, code, state, name: shownName(row), title, competition, issuedOn, award }
}
