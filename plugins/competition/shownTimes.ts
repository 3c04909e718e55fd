/** The windows and milestones of a competition, each with the time that it would have in a copy. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import type { MoveTime } from './movedTime.ts'
import { isoOf, WINDOW_FIELDS } from './times.ts'

export interface ShownTime {
  title: LocalText
  before: string
  after: string
}
interface Milestone {
  title: LocalText
  at: Date | string
}

export function shownTimes(
  row: Readonly<Record<string, unknown>>,
  milestones: readonly Milestone[],
  move: MoveTime,
  { platform }: Pick<HandlerContext, 'platform'>,
): ShownTime[] {
  const { fields } = platform.get('entity', 'competition.competition')
  const windows = WINDOW_FIELDS.map((name) => ({
    title: fields[name]!.title as LocalText,
    at: (row[name] ?? null) as Date | string | null,
  }))
  return [...windows, ...milestones].flatMap(({ title, at }) => {
    const before = at === null ? null : isoOf(at as never)
    return before === null ? [] : [{ title, before, after: move(before, 'datetime') }]
  })
}
