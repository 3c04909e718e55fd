import { type ReactNode, useMemo } from 'react'
import { session as person } from '../../runtime/client/session.ts'
import { resolveText, translate } from '../../runtime/client/texts.ts'
import { childPath } from '../../runtime/core/form/answerPath.ts'
import type { CompiledForm, FieldTemplate } from '../../runtime/core/form/compileForm.ts'
import { controlName } from '../../runtime/core/form/controlName.ts'
import { createFormEngine, type FormEngine } from '../../runtime/core/form/createFormEngine.ts'
import { AnswerValue } from './AnswerValue.tsx'
import { layoutForm } from './layoutForm.ts'
import { pipedText } from './piped.ts'

/** What differs from another time. */
export interface ChangedAnswers {
  /** Names of questions. */
  fields: readonly string[]
  /** The answers of then. */
  before: Readonly<Record<string, unknown>> | null
}

export interface AnswersViewProps {
  compiled: CompiledForm
  answers: Record<string, unknown>
  context?: Record<string, unknown> | undefined
  changed?: ChangedAnswers | undefined
}

/** Answers as text, by the form version they belong to: the fields that were visible, in their sections. For drawers, confirmations and read-only
 * forms. */
export function AnswersView({ compiled, answers, context, changed }: AnswersViewProps): ReactNode {
  const engine = useMemo(
    () => createFormEngine(compiled, answers, { permissions: person.facts.permissions, mode: 'read', ...(context ? { context } : {}) }),
    [compiled, answers, context],
  )
  const before = useMemo(
    () =>
      changed &&
      createFormEngine(
        compiled,
        { ...changed.before },
        { permissions: person.facts.permissions, mode: 'read', ...(context ? { context } : {}) },
      ),
    [compiled, changed, context],
  )
  const marks = changed && before ? { fields: changed.fields, before } : undefined
  const sections = useMemo(() => layoutForm(compiled).flatMap((step) => step.sections.map((section) => ({ step, section }))), [compiled])
  return (
    <div className="ag-form-answers">
      {sections.map(({ step, section }) => {
        const fields = section.paths.flatMap((path) => engine.template(path) ?? []).filter((field) => isShown(engine, field.path, field))
        if (fields.length === 0) return null
        const title = section.title ?? step.title
        return (
          <section key={`${step.id} ${section.id}`}>
            {title && <h3>{resolveText(title)}</h3>}
            <Fields engine={engine} fields={fields} base="" marks={marks} />
          </section>
        )
      })}
    </div>
  )
}

/** Headings and notes hold no answer. */
function isShown(engine: FormEngine, path: string, field: FieldTemplate): boolean {
  if (!engine.state(path)?.visible) return false
  return field.kind !== 'value' || !WITHOUT_ANSWER.includes(controlName(field.schema))
}
const WITHOUT_ANSWER: readonly string[] = ['section', 'note', 'password']

/** Paragraphs, and what holds fields, have the whole width. */
function isWide({ kind, schema }: FieldTemplate): boolean {
  return kind !== 'value' || PARAGRAPHS.includes(controlName(schema))
}
const PARAGRAPHS: readonly string[] = ['textarea', 'richText']

interface FieldsProps {
  /** At the top alone. */
  marks?: { fields: readonly string[]; before: FormEngine } | undefined
  engine: FormEngine
  fields: readonly FieldTemplate[]
  base: string
}

function Fields({ engine, fields, base, marks }: FieldsProps) {
  return (
    <dl className="ag-form-answers-list">
      {fields.map((field) => {
        const path = childPath(base, field.name)
        return isShown(engine, path, field) ? (
          <div key={field.name} className={isWide(field) ? 'ag-form-answers-wide' : undefined}>
            <dt>{pipedText(engine, path, field.schema.title)}</dt>
            <dd>
              <Field engine={engine} field={field} path={path} />
              {marks?.fields.includes(field.name) && <Before engine={marks.before} field={field} path={path} />}
            </dd>
          </div>
        ) : null
      })}
    </dl>
  )
}

function Before(props: { engine: FormEngine; field: FieldTemplate; path: string }) {
  return (
    <div className="ag-form-answers-before">
      <mark>{translate('form.answerChanged')}</mark> {translate('form.answerBefore')} <Field {...props} />
    </div>
  )
}

function Field({ engine, field, path }: { engine: FormEngine; field: FieldTemplate; path: string }) {
  if (field.kind === 'value') return <AnswerValue field={field.schema} value={engine.value(path)} />
  if (field.kind === 'group') return <Fields engine={engine} fields={field.children} base={path} />
  const count = engine.rowCount(path)
  if (count === 0) return <span className="ag-form-answers-none">{translate('form.noAnswer')}</span>
  return (
    <ol className="ag-form-answers-rows">
      {Array.from({ length: count }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: stored rows do not move
        <li key={at}>
          <Fields engine={engine} fields={field.children} base={childPath(path, at)} />
        </li>
      ))}
    </ol>
  )
}
