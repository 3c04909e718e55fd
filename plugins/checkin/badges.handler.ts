/** Badges as one PDF, a side for each person. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { readPictures } from '../certificate/pictures.ts'
import { sendPdf } from '../certificate/sendPdf.ts'
import { badgePrint } from './badge/badgeDesign.ts'
import { placeOf } from './ownTicket.ts'
import { approvedAttendees, codeOf } from './people.ts'
import { badgeWords, sideForEach } from './printed.ts'

const MAX = 2000

export default defineHandler('checkin.badges', async ({ competitionId, ids }, context) => {
  const people = await approvedAttendees(competitionId, ids, MAX, context)
  if (people.length === 0) return context.fail('CHECKIN_NOBODY')
  const place = await placeOf(competitionId, context)
  const codes = await Promise.all(people.map(({ holder }) => codeOf(holder, context)))
  const words = people.map((person, at) => badgeWords({ ...person, ...place, code: codes[at]! }, context))
  const own = await badgePrint(competitionId, context)
  const { print, values } = sideForEach(own, words)
  const sheets = [{ values, createdAt: context.now.toISOString() }]
  await context.files.pdf.print({ print, lang: context.lang, pictures: await readPictures(own, [], context), sheets }, async ({ bytes }) =>
    sendPdf(context, 'badges.pdf', bytes),
  )
  return null
})
