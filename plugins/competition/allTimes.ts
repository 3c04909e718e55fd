/** Windows and milestones of a competition in one order, each past, current or future at a moment. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import type { CompetitionWindow } from '../generated/enums.ts'
import type { Competition } from './competition.ts'
import { isoOf, readMilestones, type WindowField } from './times.ts'

export interface TimeEntry {
  /** Id of the milestone, or code of the window. */
  id: string
  kind: 'window' | 'milestone'
  title: LocalText
  text: LocalText | null
  at: string
  until: string
  progress: 'past' | 'current' | 'future'
}

const WINDOWS: Readonly<Record<CompetitionWindow, readonly [WindowField, WindowField]>> = {
  signup: ['signupStart', 'signupEnd'],
  supplement: ['signupStart', 'editEnd'],
  competition: ['competitionStart', 'competitionEnd'],
  works: ['worksStart', 'worksEnd'],
  review: ['reviewStart', 'reviewEnd'],
  result: ['resultDate', 'resultDate'],
}

/** All dates of a competition, earliest first. */
export async function allTimes(row: Competition, context: HandlerContext): Promise<TimeEntry[]> {
  const now = context.now.toISOString()
  const labels = context.platform.get('enum', 'competition.window').values
  const windows = labels.flatMap(({ code, label }) => {
    const [from, to] = WINDOWS[code as CompetitionWindow].map((field) => isoOf(row[field]))
    return from && to ? [entry({ id: String(code), kind: 'window', title: label as LocalText, text: null, at: from, until: to }, now)] : []
  })
  const milestones = (await readMilestones(context, row.id)).map(({ id, title, text, at, until }) =>
    entry({ id, kind: 'milestone', title, text, at: isoOf(at)!, until: isoOf(until)! }, now),
  )
  return [...windows, ...milestones].toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
}

function entry(facts: Omit<TimeEntry, 'progress'>, now: string): TimeEntry {
  const progress = now > facts.until ? 'past' : now >= facts.at ? 'current' : 'future'
  return { ...facts, progress }
}
