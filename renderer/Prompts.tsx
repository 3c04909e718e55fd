import type { ReactNode } from 'react'
import { lazy, Suspense, useCallback, useRef, useState } from 'react'
import type { FormQuestion, Question } from '../runtime/client/actions.ts'
import { findDocument } from '../runtime/client/library.ts'
import { loadChunk } from '../runtime/client/loadChunk.ts'
import { translate } from '../runtime/client/texts.ts'
import { LeaveDialog } from './LeaveQuestion.tsx'
import { NodeBoundary } from './NodeBoundary.tsx'
import { submitOutcome } from './submitOutcome.ts'
import { useWaitReason } from './useWaitReason.ts'
import { Banner } from './widgets/light/Banner.tsx'
import { Button } from './widgets/light/Button.tsx'
import { Overlay } from './widgets/light/Overlay.tsx'
import { Skeleton } from './widgets/light/Skeleton.tsx'

const FormNode = lazy(() => loadChunk(() => import('./form/FormNode.tsx')).then((module) => ({ default: module.FormNode })))

type Prompt =
  | { kind: 'confirm'; question: Question; answer(yes: boolean): void }
  | { kind: 'form'; question: FormQuestion; answer(done: boolean): void }

export interface Prompts {
  confirm(question: Question): Promise<boolean>
  askForm(question: FormQuestion): Promise<boolean>
  /** Draw this somewhere below. */
  shown: ReactNode
}

/** Questions that actions ask before they run: a confirmation, or a form in a dialog. What submitting one asks stands above it. */
export function usePrompts(): Prompts {
  const [asked, setAsked] = useState<readonly Prompt[]>([])
  const ask = useCallback((make: (answer: (value: boolean) => void) => Prompt) => {
    return new Promise<boolean>((resolve) => {
      const prompt = make((value) => {
        setAsked((all) => all.filter((one) => one !== prompt))
        resolve(value)
      })
      setAsked((all) => [...all, prompt])
    })
  }, [])
  const confirm = useCallback((question: Question) => ask((answer) => ({ kind: 'confirm', question, answer })), [ask])
  const askForm = useCallback((question: FormQuestion) => ask((answer) => ({ kind: 'form', question, answer })), [ask])
  const shown = asked.map((prompt, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: a question keeps its place until it is answered
    prompt.kind === 'confirm' ? <Confirm key={at} {...prompt} /> : <FormDialog key={at} {...prompt} />,
  )
  return { confirm, askForm, shown }
}

function Confirm({ question, answer }: Extract<Prompt, { kind: 'confirm' }>): ReactNode {
  return (
    <Overlay
      kind="dialog"
      alert
      width={440}
      title={question.title}
      onClose={() => answer(false)}
      footer={
        <>
          <Button data-autofocus={question.danger || undefined} onClick={() => answer(false)}>
            {translate('kernel.cancel')}
          </Button>
          <Button tone={question.danger ? 'danger' : 'primary'} data-autofocus={!question.danger || undefined} onClick={() => answer(true)}>
            {question.ok}
          </Button>
        </>
      }
    >
      {question.text && <p className="ag-prose ag-prose--lines">{question.text}</p>}
    </Overlay>
  )
}

function FormDialog({ question, answer }: Extract<Prompt, { kind: 'form' }>): ReactNode {
  const form = findDocument('forms', question.form)
  // An accidental key or click beside the dialog does not discard what was typed; only its button does.
  const changed = useRef(false)
  const markChanged = useCallback(() => {
    changed.current = true
  }, [])
  const [leaving, setLeaving] = useState(false)
  const [isMore, setMore] = useState(false)
  const closed = useWaitReason(question.action)
  const [done, setDone] = useState(0)
  const box = useRef<HTMLDivElement>(null)
  const finish = () => {
    if (!isMore) return answer(true)
    changed.current = false
    setDone(done + 1)
    // the emptied form is drawn first
    setTimeout(() => box.current?.querySelector<HTMLElement>('input:enabled, select:enabled, textarea:enabled')?.focus())
  }
  const close = () => answer(done > 0)
  const offer = question.another && (
    <label className="ag-form-choice">
      <input type="checkbox" checked={isMore} onChange={(event) => setMore(event.target.checked)} />
      {translate('form.another')}
    </label>
  )
  return (
    <Overlay kind="dialog" width={560} title={question.title} onClose={() => (changed.current ? setLeaving(true) : close())}>
      <div ref={box}>
        <NodeBoundary name={question.form}>
          <Suspense fallback={<Skeleton lines={5} />}>
            {form ? (
              <FormNode
                key={done}
                form={form}
                initial={question.initial}
                context={question.context}
                submitLabel={question.submitLabel}
                closed={closed}
                danger={question.danger}
                compact
                onCancel={close}
                beforeActions={offer}
                cancelLabel={done > 0 ? translate('form.finish') : undefined}
                onChanged={markChanged}
                onSubmit={async (answers) => {
                  const outcome = await submitOutcome(() => question.submit(answers).then(() => true))
                  if ('ok' in outcome) finish()
                  return outcome
                }}
              />
            ) : (
              <Banner tone="warning" title={translate('kernel.form.absent')} />
            )}
          </Suspense>
        </NodeBoundary>
      </div>
      {leaving && <LeaveDialog words="discard" onLeave={close} onStay={() => setLeaving(false)} />}
    </Overlay>
  )
}
