/** Decisions say whether they hold and since when, so that a reader knows what to go by. */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Decision } from '../decisions/readDecisions.ts'

const STATUSES: ReadonlySet<string> = new Set(['accepted', 'replaced', 'withdrawn'])
const NAME = /^[a-z0-9]+(-[a-z0-9]+)*\.md$/
const DAY = /^\d{4}-\d\d-\d\d$/

/** A sentence for each mistake. @param root folder of the project, in which a successor is looked for */
export function checkDecisions(decisions: readonly Decision[], root: string): string[] {
  return decisions.flatMap((decision) => mistakesOf(decision, root).map((mistake) => `${decision.file}: ${mistake}`))
}

function mistakesOf({ file, title, head }: Decision, root: string): string[] {
  const mistakes = []
  if (!NAME.test(file.split('/').at(-1) ?? '')) mistakes.push('write the name in small letters, digits and hyphens')
  if (title === '') mistakes.push('has no title: write what holds after "# "')
  if (!STATUSES.has(head.status ?? '')) mistakes.push(`has no status: begin with "---", "status: ${[...STATUSES].join(' | ')}"`)
  if (!isDay(head.date)) mistakes.push('has no date: add "date: " with year, month and day to its head, as 2026-11-30')
  const successor = head['replaced by']
  if ((head.status === 'replaced') !== (successor !== undefined))
    mistakes.push('a replaced decision, and no other, names its successor: "replaced by: ../group/name.md"')
  if (successor !== undefined && !existsSync(join(root, dirname(file), successor)))
    mistakes.push(`is replaced by ${successor}, which is not there`)
  return mistakes
}

function isDay(date: string | undefined): boolean {
  return date !== undefined && DAY.test(date) && !Number.isNaN(Date.parse(date))
}
