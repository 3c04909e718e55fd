/** What stands on tickets and badges. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { LocalText, PrintDocument } from '../../runtime/core/documents.ts'
import { momentText } from '../../runtime/core/momentText.ts'
import { wholeText } from '../../runtime/core/wholeText.ts'
import type { Ticket } from './ownTicket.ts'

type Words = Readonly<Record<string, string>>

/** Values of `checkin.badge`, in the language of the asker. */
export function badgeWords(ticket: Ticket, { lang, platform }: Pick<HandlerContext, 'lang' | 'platform'>): Words {
  const words = (text: LocalText | null) => wholeText(text?.zh, text?.en)?.[lang] ?? ''
  const { name, team, school, code, startsAt } = ticket
  return {
    name,
    team: team ?? '',
    school: school ?? '',
    code,
    competition: words(ticket.competition),
    event: words(ticket.event),
    place: words(ticket.place),
    startsAt: startsAt === null ? '' : momentText(startsAt, lang, platform.app.timeZone),
  }
}

const PLACE = /\{\{\s*(\w+)\s*\}\}/g

/** One sheet with a side for each set of values: their places get a prefix of the side. */
export function sideForEach(print: PrintDocument, all: readonly Words[]): { print: PrintDocument; values: Record<string, Words> } {
  const pages = all.flatMap((_, at) =>
    print.pages.map((page) => ({
      ...page,
      elements: page.elements.map((element) => ('text' in element ? { ...element, text: prefixed(element.text, `s${at}`) } : element)),
    })),
  )
  return { print: { ...print, pages }, values: Object.fromEntries(all.map((words, at) => [`s${at}`, words])) }
}

function prefixed(text: LocalText, side: string): LocalText {
  const inner = (words: string) => words.replaceAll(PLACE, (_, name: string) => `{{${side}.${name}}}`)
  return { zh: inner(text.zh), en: inner(text.en) }
}
