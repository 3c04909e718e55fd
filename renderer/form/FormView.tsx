import { type FormEvent, type ReactNode, type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useSnapshot } from 'valtio'
import { tellFailure } from '../../runtime/client/failures.ts'
import { forgetThisPage } from '../../runtime/client/offline/replies.ts'
import { language, resolveText, translate } from '../../runtime/client/texts.ts'
import { errorText } from '../../runtime/client/toasts.ts'
import type { FormError } from '../../runtime/core/contracts.ts'
import { Banner } from '../widgets/light/Banner.tsx'
import { Button } from '../widgets/light/Button.tsx'
import { Steps } from '../widgets/light/Steps.tsx'
import { AutosaveStatus } from './AutosaveStatus.tsx'
import { checkFilled } from './checkFilled.ts'
import type { FormNodeProps, FormWay, SubmitOutcome } from './contract.ts'
import { DraftNotices, DraftStatus } from './DraftNotices.tsx'
import { draftable } from './draftable.ts'
import type { Draft, DraftKeeper } from './drafts.ts'
import { ErrorSummary } from './ErrorSummary.tsx'
import { FormFields } from './FormFields.tsx'
import type { FormSession } from './FormSession.ts'
import { focusField } from './focusField.ts'
import type { StepLayout } from './layoutForm.ts'
import { OfflineBanner } from './OfflineBanner.tsx'
import { SessionContext } from './SessionContext.ts'
import { useAutosave } from './useAutosave.ts'
import { useLeaveGuard } from './useLeaveGuard.ts'
import { useWaitingSubmit } from './useWaitingSubmit.ts'
import { useWay } from './useWay.ts'

export interface FormViewProps extends Omit<FormNodeProps, 'form'> {
  session: FormSession
  drafts: DraftKeeper | null
  restored: Draft | null
  /** The draft was filled on another version of the form. */
  formChanged: boolean
  emptyAnswers(): Record<string, unknown>
  /** Version of the form being filled, when it has several. */
  version: string | undefined
  /** Continues with another version of the form. */
  onNewer(hash: string, answers: Record<string, unknown>): void
}

/** The form itself: steps, notices, fields, error summary, buttons. Holds no answer; the session does. */
export function FormView(props: FormViewProps): ReactNode {
  const { session, compact, closed = '' } = props
  const idPrefix = `f${useId().replace(/[^\w-]/g, '')}`
  const { revision: textRevision } = useSnapshot(language)
  const known = props.known ?? null
  const frame = useMemo(() => ({ session, idPrefix, textRevision, known }), [session, idPrefix, textRevision, known])
  const steps = useWay(session)
  const submit = useSubmit(props, steps, idPrefix)
  const { step, errors } = submit
  const save = useAutosave(session, (answers) => props.onSubmit(answers, ''), props.autosave === true)
  const isLast = step === steps.length - 1
  const { form } = session.compiled
  const label = props.submitLabel ?? (form.submitLabel ? resolveText(form.submitLabel) : translate('form.submit'))
  const current = steps[step]!
  return (
    <SessionContext value={frame}>
      <form
        className={compact ? 'ag-form ag-form-compact' : 'ag-form'}
        data-kept={props.drafts ? '' : undefined}
        noValidate
        onSubmit={submit.go}
        aria-busy={submit.busy}
      >
        {(steps.length > 1 || props.way) && <Progress steps={steps} step={step} way={props.way} />}
        {props.drafts && <DraftNotices {...props} drafts={props.drafts} />}
        {submit.newer && (
          <Banner tone="warning" title={translate('form.changed.title')} text={translate('form.changed.text')}>
            <Button tone="primary" onClick={() => props.onNewer(submit.newer!, session.values())}>
              {translate('form.changed.open')}
            </Button>
          </Banner>
        )}
        {(steps.length > 1 || props.way) && (
          <StepHeading id={`${idPrefix}-top`} title={titleOf(current, props.way)} takesFocus={props.way !== undefined} />
        )}
        <ErrorSummary errors={errors} session={session} onGo={(path) => submit.show(path)} />
        {current.description && <p className="ag-form-text">{resolveText(current.description)}</p>}
        <FormFields key={current.id} step={current} all={submit.all} />
        {props.drafts && <OfflineBanner name={props.drafts.name} isWaiting={submit.isWaiting} onSend={submit.go} />}
        {submit.failure && <Banner tone="error" title={translate('form.submitFailed')} text={submit.failure} />}
        {props.autosave ? (
          <AutosaveStatus save={save} closed={closed} />
        ) : (
          <>
            {props.beforeActions}
            <div className="ag-form-actions">
              <Button
                type="submit"
                tone={props.danger ? 'danger' : 'primary'}
                size={compact ? 'medium' : 'large'}
                busy={submit.busy}
                disabled={isLast && closed !== ''}
                reason={closed}
                spelled
              >
                {isLast ? label : translate('form.next')}
              </Button>
              {step > 0 && (
                <Button size={compact ? 'medium' : 'large'} onClick={() => submit.goTo(step - 1)}>
                  {translate('form.back')}
                </Button>
              )}
              {closed && !isLast && <span className="ag-action__reason">{closed}</span>}
              {props.onCancel && <Button onClick={props.onCancel}>{props.cancelLabel ?? translate('form.cancel')}</Button>}
              {props.drafts && <DraftStatus drafts={props.drafts} />}
            </div>
          </>
        )}
      </form>
    </SessionContext>
  )
}

/** One row for the whole way: the form's steps stand among those of the page around it. */
function Progress({ steps, step, way }: { steps: readonly StepLayout[]; step: number; way: FormWay | undefined }) {
  const before = way?.before ?? []
  const titles = [...before, ...steps.map((each) => titleOf(each, way)), ...(way?.after ?? [])]
  const current = before.length + step
  return (
    <Steps
      label={translate('form.progress', { step: current + 1, count: titles.length })}
      current={current}
      items={titles.map((title) => ({ title }))}
    />
  )
}

function titleOf(step: StepLayout, way: FormWay | undefined): string {
  return step.title ? resolveText(step.title) : (way?.own ?? '')
}

/** The focus goes there with each step; also when the form takes the place of an earlier step, whose button is gone. */
function StepHeading({ id, title, takesFocus }: { id: string; title: string; takesFocus: boolean }) {
  useEffect(() => {
    if (!takesFocus || document.activeElement !== document.body) return
    document.getElementById(id)?.focus()
    window.scrollTo({ top: 0 })
  }, [id, takesFocus])
  return (
    <h2 id={id} className="ag-form-step" tabIndex={-1}>
      {title}
    </h2>
  )
}

/** Steps, submitting, and what came of it. */
function useSubmit(props: FormViewProps, steps: readonly StepLayout[], idPrefix: string) {
  const { session, drafts } = props
  const [step, setStep] = useStep(steps)
  const [errors, setErrors] = useState<readonly FormError[]>([])
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const [newer, setNewer] = useState<string | null>(null)
  const [all, setAll] = useState(false)
  const dirty = useRef(false)
  const sending = useRef(false)
  // A submit may open another page.
  const guards = !props.compact && !props.autosave && drafts === null && session.compiled.form.lookup !== true
  useLeaveGuard(() => !sending.current && ((guards && dirty.current) || (!props.autosave && session.isHeld())))
  useChanges(props, dirty, setErrors)
  const { show, showErrors, goTo } = navigation(session, idPrefix, { stepOf: (path) => stepOf(steps, path), setStep, setErrors, setAll })
  const finish = (outcome: SubmitOutcome) => {
    if ('ok' in outcome) {
      dirty.current = false
      forgetThisPage()
      void drafts?.remove()
      return
    }
    const isOther = outcome.hash !== undefined && props.version !== undefined && outcome.hash !== props.version
    setNewer(isOther ? outcome.hash! : null)
    if (isOther) return
    session.showErrors(outcome.errors)
    if (outcome.errors.length > 0) showErrors(outcome.errors)
  }
  const { send, isWaiting } = useSend(props, sending, { setBusy, setFailure, finish })
  const go = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    // typing is saved by itself
    if (props.autosave || busy) return
    if (session.isHeld()) void afterUploads()
    else proceed()
  }
  /** Running uploads belong to the answers; a failed upload is reported, not ignored. */
  const afterUploads = async () => {
    setBusy(true)
    const found = await session.settled()
    setBusy(false)
    if (found.length === 0) return proceed()
    session.showErrors(found)
    showErrors(found)
  }
  const proceed = () => {
    const isLast = step === steps.length - 1
    const found = checkFilled(session, isLast ? undefined : (path) => stepOf(steps, path) === step)
    if (found.length > 0) return showErrors(found)
    setErrors([])
    if (isLast) void send()
    else goTo(step + 1)
  }
  return { step, errors, busy, failure, newer, all, isWaiting, show, go, goTo }
}

/** Sends the answers once; without network they wait. */
function useSend(
  { session, drafts, onSubmit }: FormViewProps,
  sending: RefObject<boolean>,
  { setBusy, setFailure, finish }: { setBusy(busy: boolean): void; setFailure(text: string): void; finish(outcome: SubmitOutcome): void },
) {
  const send = async () => {
    setBusy(true)
    sending.current = true
    setFailure('')
    try {
      // a draft that arrived after the answers would remain
      await drafts?.hold()
      const outcome = await onSubmit(session.submission(), drafts?.key ?? '')
      wait.end('ok' in outcome)
      finish(outcome)
    } catch (error) {
      if (wait.takes(error)) return
      wait.end(false)
      setFailure(errorText(error))
      tellFailure(error)
    } finally {
      drafts?.resume()
      sending.current = false
      setBusy(false)
    }
  }
  const wait = useWaitingSubmit(session, drafts, send)
  return { send, isWaiting: wait.isWaiting }
}

/** Position on the way, which may become shorter: another draft, another answer. */
function useStep(steps: readonly StepLayout[]): [number, (step: number) => void] {
  const [step, setStep] = useState(0)
  return [Math.min(step, steps.length - 1), setStep]
}

/** Records the change, saves the draft, and removes corrected fields from the list of errors. */
function useChanges(
  { session, drafts, onChanged, onAnswers }: FormViewProps,
  dirty: RefObject<boolean>,
  setErrors: (next: (before: readonly FormError[]) => readonly FormError[]) => void,
): void {
  useEffect(
    () =>
      session.onChange(([changed = '']) => {
        dirty.current = true
        onChanged?.()
        drafts?.keep(draftable(session.compiled, session.values()), changed.split('/')[1])
      }),
    [session, drafts, onChanged, dirty],
  )
  useEffect(() => {
    if (!onAnswers) return
    onAnswers(session.values())
    return session.onChange(() => onAnswers(session.values()))
  }, [session, onAnswers])
  useEffect(() => session.onErrors((now) => setErrors((before) => before.filter((error) => now.has(error.path)))), [session, setErrors])
}

/** The step that a field stands in. */
function stepOf(steps: readonly StepLayout[], path: string): number {
  return Math.max(
    0,
    steps.findIndex((each) => each.sections.some((part) => part.paths.some((root) => isWithin(path, root)))),
  )
}

interface Moves {
  stepOf(path: string): number
  setStep(step: number): void
  setErrors(errors: readonly FormError[]): void
  setAll(all: boolean): void
}

/** Ways to a field, to what is wrong, and to another step; the focus goes along. */
function navigation(session: FormViewProps['session'], idPrefix: string, { stepOf, setStep, setErrors, setAll }: Moves) {
  const show = (path: string) => {
    flushSync(() => {
      setStep(stepOf(path))
      setAll(true)
    })
    focusField(idPrefix, session, path)
  }
  const showErrors = (found: readonly FormError[]) => {
    flushSync(() => setErrors(found))
    show(found[0]!.path)
  }
  const goTo = (next: number) => {
    flushSync(() => {
      setErrors([])
      setStep(next)
    })
    document.getElementById(`${idPrefix}-top`)?.focus()
    window.scrollTo({ top: 0 })
  }
  return { show, showErrors, goTo }
}

function isWithin(path: string, root: string): boolean {
  return path === root || path.startsWith(`${root}/`)
}
