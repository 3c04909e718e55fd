/** The dates of the person whom a key belongs to, as a calendar file. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import type { LocalText } from '../../../runtime/core/documents.ts'
import { calendarFile } from '../calendarFile.ts'
import { datesOf } from './datesOf.ts'

export default defineHandler('competition.ownCalendar', async ({ key, lang: wanted }, context) => {
  const { rows, reply, now, site, platform, fail } = context
  const lang = wanted ?? context.lang
  const found = await rows.find('competition.calendarKey', { key })
  if (!found) return fail('NOT_FOUND', { entity: 'competition.calendarKey', id: null })
  const dates = await datesOf(found.userId, context)
  const entries = dates.map(({ id, competition, title, text, at, until }) => ({
    uid: `competition-${competition.id}-${id}@${new URL(site).hostname}`,
    title: `${competition.title[lang]} · ${title[lang]}`,
    ...(text ? { text: text[lang] } : {}),
    ...(competition.place ? { place: competition.place[lang] } : {}),
    address: `${site}/details?competitionId=${competition.id}`,
    start: at,
    end: until,
  }))
  const name = platform.get('page', 'competition.dates').title as LocalText
  reply.header('content-type', 'text/calendar; charset=utf-8')
  reply.header('cache-control', 'private, no-store')
  reply.stream(Buffer.from(calendarFile({ name: name[lang], stamp: now, entries })))
})
