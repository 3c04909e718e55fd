/** Makes a new draft what a template says: mode, times counted from today, events, milestones, forms that begin as the starters do, rounds with a score sheet,
 *  and what other areas begin (`begins`). Nothing costs anything: fees are the organiser's decision. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { LocalText } from '../../../runtime/core/documents.ts'
import contest from './contest.json' with { type: 'json' }
import essay from './essay.json' with { type: 'json' }
import hackathon from './hackathon.json' with { type: 'json' }

/** Days from today, and the hour of the day by the clock of the platform. */
type Moment = readonly number[]
interface Window {
  opensAt: Moment
  closesAt: Moment
}
interface Template {
  competition: Record<string, unknown>
  windows: Record<string, Moment>
  events: readonly { title: LocalText; [field: string]: unknown }[]
  milestones: readonly { title: LocalText; at: Moment; until: Moment }[]
  /** Columns of the competition whose form begins. */
  forms: readonly string[]
  rounds: readonly (Window & { title: LocalText; [field: string]: unknown })[]
  /** What other areas begin in the competition, by the key under which they give it at the point `competition.begins`. */
  begins?: Readonly<Record<string, Window>>
}
/** Begins something of another area in a new draft. @param window  ISO 8601 */
type Begin = (place: Place, window: { opensAt: string; closesAt: string }, context: HandlerContext) => Promise<void>

declare module '../../../runtime/core/contracts.ts' {
  interface ExtensionPoints {
    'competition.begins': Begin
  }
}

export type TemplateName = 'contest' | 'hackathon' | 'essay'
const TEMPLATES: Readonly<Record<TemplateName, Template>> = { contest, hackathon, essay }
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

interface Place {
  competitionId: string
  organisationId: string
}

export async function applyTemplate(name: TemplateName, place: Place, context: HandlerContext): Promise<void> {
  const { rows } = context
  const { competition, windows, events, milestones, forms, rounds, begins = {} } = TEMPLATES[name]
  const id = place.competitionId
  const at = clockOf(context)
  const times = Object.fromEntries(Object.entries(windows).map(([field, moment]) => [field, at(moment)]))
  await rows.save('competition.competition', { id }, { ...competition, ...times })
  for (const [position, event] of events.entries()) await rows.create('competition.event', { ...event, competitionId: id, position })
  for (const milestone of milestones)
    await rows.create('competition.milestone', { ...milestone, at: at(milestone.at), until: at(milestone.until), competitionId: id })
  for (const column of forms)
    await rows.save('competition.competition', { id }, { [column]: await beginForm('competition.competition', column, { id }, context) })
  for (const [position, round] of rounds.entries()) {
    const values = { ...round, ...place, position, opensAt: at(round.opensAt), closesAt: at(round.closesAt) }
    const roundId = await rows.create('review.round', values)
    await rows.save(
      'review.round',
      { id: roundId },
      { sheetId: await beginForm('review.round', 'sheetId', { ...values, id: roundId }, context) },
    )
  }
  for (const [key, { opensAt, closesAt }] of Object.entries(begins))
    await context.extensions('competition.begins').get(key)?.(place, { opensAt: at(opensAt), closesAt: at(closesAt) }, context)
}

/** Publishes what a form of the row begins as, under its own name. */
async function beginForm(entity: string, field: string, row: object, { documents }: HandlerContext): Promise<string> {
  const place = documents.designs.place(entity, field, { ...row, [field]: null })
  await documents.store.saveDraft('form', place.name, await documents.designs.content(place))
  await documents.store.publish('form', place.name)
  return place.name
}

function clockOf({ now, platform }: HandlerContext): (moment: Moment) => string {
  const wall = new Intl.DateTimeFormat('sv-SE', { timeZone: platform.app.timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(now)
  const offset = Date.parse(`${wall.replace(' ', 'T')}Z`) - Math.floor(now.getTime() / 1000) * 1000
  const midnight = Date.parse(`${wall.slice(0, 10)}T00:00:00Z`) - offset
  return ([days = 0, hour = 0]) => new Date(midnight + days * DAY_MS + hour * HOUR_MS).toISOString()
}
