/** The dates of a competition as a calendar file in the reader's language: its schedule, or, while it has none, its own dates. */
import { attachmentHeader } from '../../runtime/core/attachmentHeader.ts'
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import { momentText } from '../../runtime/core/momentText.ts'
import type { Row } from '../generated/tables.ts'
import { type CalendarEntry, calendarFile } from './calendarFile.ts'

type Detail = Pick<
  Row<'competition_competition'>,
  'id' | 'title' | 'place' | 'signupStart' | 'signupEnd' | 'worksStart' | 'worksEnd' | 'competitionStart' | 'competitionEnd' | 'resultDate'
>
interface Stage {
  id: string
  title: LocalText
  text?: LocalText | null
  at: string
  until: string
}

export default defineHandler('competition.calendar', async ({ id }, context) => {
  const { lang, now, reply } = context
  const detail = await context.call('competition.detail', { id })
  const { list } = await context.call('competition.timeline', { competitionId: id, pageSize: 100 })
  const stages = list.length > 0 ? list : ownDates(detail, context)
  const name = detail.title[lang]
  const entries = stages.map((stage) => entryOf(stage, detail, context))
  reply.header('content-type', 'text/calendar; charset=utf-8')
  reply.header('content-disposition', attachmentHeader(`${name}.ics`))
  reply.stream(Buffer.from(calendarFile({ name, stamp: now, entries })))
})

/** Calendars show the reader's own clock: the text tells the platform's. */
function entryOf({ id, title, text, at, until }: Stage, detail: Detail, { lang, site, platform }: HandlerContext): CalendarEntry {
  const span = [...new Set([at, until])].map((moment) => momentText(moment, lang, platform.app.timeZone)).join(' – ')
  return {
    uid: `competition-${detail.id}-${id}@${new URL(site).hostname}`,
    title: `${detail.title[lang]} · ${title[lang]}`,
    text: [span, text?.[lang] ?? ''].filter(Boolean).join('\n'),
    ...(detail.place ? { place: detail.place[lang] } : {}),
    address: `${site}/details?competitionId=${detail.id}`,
    start: at,
    end: until,
  }
}

/** Titled by the fields of the entity. */
function ownDates(detail: Detail, { platform }: HandlerContext): Stage[] {
  const { fields } = platform.get('entity', 'competition.competition')
  const spans: [keyof Detail, string | null | undefined, string | null | undefined][] = [
    ['signupStart', detail.signupStart, detail.signupStart],
    ['signupEnd', detail.signupEnd, detail.signupEnd],
    ['competitionStart', detail.competitionStart, detail.competitionEnd],
    ['worksEnd', detail.worksEnd, detail.worksEnd],
    ['resultDate', detail.resultDate, detail.resultDate],
  ]
  return spans.flatMap(([id, at, until]) => (at ? [{ id, title: fields[id]!.title as LocalText, at, until: until ?? at }] : []))
}
