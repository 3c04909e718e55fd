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

export function shownTimes(
  row: Readonly<Record<string, unknown>>,
  milestones: readonly { readonly title?: unknown; readonly at?: unknown }[],
  move: MoveTime,
  { platform }: Pick<HandlerContext, 'platform'>,
): ShownTime[] {
  const { fields } = platform.get('entity', 'competition.competition')
  const windows = WINDOW_FIELDS.map((name) => ({
    title: fields[name]!.title,
    at: row[name],
  }))
  return [...windows, ...milestones].flatMap(({ title, at }) => {
    const before = isoOf(at)
    return before === null ? [] : [{ title: title as LocalText, before, after: move(before, 'datetime') }]
  })
}
