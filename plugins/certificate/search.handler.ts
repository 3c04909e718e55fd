/** Finds certificates by number, or by the whole name of the holder with the last digits of the phone number. The reply does not say why nothing was found. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { publicCertificates } from './publicCertificates.ts'
import { isSerialNumber, tidySerial } from './serialNumber.ts'
import { shownName } from './shownName.ts'

const MOST = 20

export default defineHandler('certificate.search', async ({ serial, name, digits }, context) => {
  const query = publicCertificates(context).orderBy('c.id', 'desc').limit(MOST)
  const number = tidySerial(serial ?? '')
  if (isSerialNumber(number)) return { list: (await query.where('c.serial', '=', number).execute()).map(found) }
  if (!name?.trim() || !digits) return { list: [] }
  const rows = await query
    .innerJoin('account_user as u', 'u.id', 'c.userId')
    .where('c.name', '=', name.trim())
    .where('u.phone', 'like', `%${digits}`)
    .execute()
  return { list: rows.map(found) }
})

type Found = Awaited<ReturnType<ReturnType<typeof publicCertificates>['execute']>>[number]

function found(row: Found) {
  const { serial, code, state, title, competition, issuedOn } = row
  return { serial, code, state, name: shownName(row), title, competition, issuedOn }
}
