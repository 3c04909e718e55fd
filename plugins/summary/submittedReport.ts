/** A report as it is sent for approval, and its differences from the submission before, question by question. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import type { Change, Snapshot } from '../audit/snapshot.ts'
import { answersInWords } from './answerText.ts'
import { type Answers, formOf, type Report } from './report.ts'

const REPORT = 'summary.report'
type Line = { id: string; title: LocalText; text: LocalText }
declare module '../audit/snapshot.ts' {
  interface SnapshotTypes {
    'summary.report': Line
  }
}

/** In words: what approvers read does not change when the form does. */
export async function reportSnapshot(report: Report, context: HandlerContext): Promise<Snapshot> {
  const { form } = await formOf(report, context)
  const lines = answersInWords(form, report.answers as Answers, context)
  return { [REPORT]: lines.map(({ name, title, text }) => ({ id: name, title, text })) }
}

/** Each question with its answer. */
export function describeReport(snapshot: Snapshot): { field: LocalText; value: LocalText; matters: boolean }[] {
  return linesOf(snapshot).map(({ title, text }) => ({ field: title, value: text, matters: true }))
}

/** Differences of two submissions. */
export function describeReportChanges(before: Snapshot, after: Snapshot): Change[] {
  return changesOf(linesOf(before), linesOf(after))
}

/** Differences of two lists of answers in words. */
export function changesOf(old: readonly Line[], now: readonly Line[]): Change[] {
  const ids = [...new Set([...now, ...old].map(({ id }) => id))]
  return ids.flatMap((id) => {
    const [was, is] = [old.find((line) => line.id === id), now.find((line) => line.id === id)]
    if (was?.text.zh === is?.text.zh && was?.text.en === is?.text.en) return []
    const kind = !was ? ('added' as const) : !is ? ('removed' as const) : ('changed' as const)
    return [{ field: (is ?? was!).title, kind, before: was?.text ?? null, after: is?.text ?? null, matters: true }]
  })
}

function linesOf(snapshot: Snapshot): Line[] {
  return snapshot[REPORT] ?? []
}
