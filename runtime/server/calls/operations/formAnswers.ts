/** `form` of a write: the answers are checked against the form before anything is written; what is stored is what the form makes of them. */
import type { FormAnswers } from '../../../core/documents.ts'
import type { CallRun, RunScope } from '../CallRun.ts'
import { compileValue } from '../compileValue.ts'

type Values = Record<string, unknown>
/** What the values to write see. */
export type AnsweredScope = RunScope & { answers?: Values; formHash?: string }

/** @param row  the row that is changed, null when there is none. @throws AgonError FORM_INVALID */
export type AcceptAnswers = (run: CallRun, scope: RunScope, row: Values | null) => Promise<AnsweredScope>

const SENT = { cel: 'input.answers' }

/** Null where no form is named. */
export function compileFormAnswers(form: FormAnswers | undefined): AcceptAnswers | null {
  if (form === undefined) return null
  const answersOf = compileValue(form.answers ?? SENT)
  const contextOf = compileValue(form.context ?? {})
  const previousOf = form.previous ? compileValue(form.previous) : null
  return async (run, scope, row) => {
    const seen = { ...scope, row }
    const bound = run.set.deps.services.forms.bind(run.callScope, (id, input) => run.set.runInside(run, id, input))
    const previous = previousOf && row ? present(previousOf(seen) as Values) : undefined
    const { answers, hash } = await bound.submit({ id: form.id }, answersOf(scope), contextOf(seen) as Values, previous)
    return { ...scope, answers, formHash: hash }
  }
}

/** Forms know absent answers, not null ones. */
function present(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined))
}
