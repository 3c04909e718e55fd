import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { subscribe } from 'valtio/vanilla'
import { serverNow } from '../../runtime/client/clock.ts'
import { keepThisPage } from '../../runtime/client/offline/replies.ts'
import { session as person } from '../../runtime/client/session.ts'
import { language, translate } from '../../runtime/client/texts.ts'
import { errorText } from '../../runtime/client/toasts.ts'
import { Banner } from '../widgets/light/Banner.tsx'
import { Button } from '../widgets/light/Button.tsx'
import { Skeleton } from '../widgets/light/Skeleton.tsx'
import { AnswersView } from './AnswersView.tsx'
import type { FormNodeProps } from './contract.ts'
import { askedNow } from './draftable.ts'
import { createDraftKeeper, type Draft, type DraftKeeper } from './drafts.ts'
import { createFormSession, type FormSession } from './FormSession.ts'
import { FormView } from './FormView.tsx'
import { initialAnswers } from './initialAnswers.ts'
import { type LoadedForm, loadForm, readyForm } from './loadForm.ts'
import { usePlacesLeft } from './usePlacesLeft.ts'
import '../styles/form.css'

/** A form on a page: loads its version, opens the draft, and passes a session to the view. Failures before filling in are shown here, with a retry. */
export function FormNode(props: FormNodeProps): ReactNode {
  // A newer version that the server asked for, with the answers given so far.
  const [newer, setNewer] = useState<{ of: unknown; hash: string; answers: Record<string, unknown> } | null>(null)
  const isNewer = newer !== null && newer.of === props.form
  const form = isNewer ? newer.hash : props.form
  const validator = isNewer ? undefined : props.validator
  const [attempt, setAttempt] = useState(0)
  const ready = useMemo(() => readyForm(form, validator), [form, validator])
  const [loaded, setLoaded] = useState<{ form: unknown; value: LoadedForm | null; error: unknown } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` asks again after a failure
  useEffect(() => {
    if (ready) return
    let current = true
    loadForm(form, validator).then(
      (value) => current && setLoaded({ form, value, error: null }),
      (error: unknown) => current && setLoaded({ form, value: null, error }),
    )
    return () => {
      current = false
    }
  }, [form, validator, ready, attempt])
  const known = ready ?? (loaded?.form === form ? loaded.value : null)
  if (known) {
    const initial = isNewer ? newer.answers : props.initial
    const onNewer = (hash: string, answers: Record<string, unknown>) => setNewer({ of: props.form, hash, answers })
    return <Opened {...props} key={known.hash} initial={initial} loaded={known} onNewer={onNewer} />
  }
  if (loaded?.form === form && loaded.error) {
    return (
      <Banner tone="error" title={translate('form.loadFailed')} text={errorText(loaded.error)}>
        <Button onClick={() => setAttempt(attempt + 1)}>{translate('form.retry')}</Button>
      </Banner>
    )
  }
  return <Skeleton lines={8} />
}

export default FormNode

interface OpenedProps extends FormNodeProps {
  loaded: LoadedForm
  /** Continues with another version of the form. */
  onNewer(hash: string, answers: Record<string, unknown>): void
}

/** Waits for the draft, if there may be one. */
function Opened(props: OpenedProps): ReactNode {
  const { loaded, draftKey, draftPlace, readOnly } = props
  useSyncExternalStore(watchLanguage, readLanguage)
  const { draft, lookup } = loaded.compiled.form
  const keepsDraft = draftKey !== undefined && !readOnly && draft !== false && lookup !== true
  const owner = useSyncExternalStore(watchPerson, readPerson)
  const [opened, setOpened] = useState<{ drafts: DraftKeeper; draft: Draft | null } | null>(null)
  useEffect(() => {
    if (!keepsDraft) return
    const drafts = createDraftKeeper({ key: draftKey, hash: loaded.hash, owner, place: draftPlace })
    let current = true
    drafts.open().then((draft) => current && setOpened({ drafts, draft }))
    return () => {
      current = false
      drafts.stop()
      setOpened(null)
    }
  }, [keepsDraft, draftKey, draftPlace, loaded.hash, owner])
  useEffect(() => (keepsDraft ? keepThisPage() : undefined), [keepsDraft])
  if (readOnly)
    return <AnswersView compiled={loaded.compiled} answers={props.initial ?? {}} context={props.context} changed={props.changed} />
  if (keepsDraft && !opened) return <Skeleton lines={8} />
  return <Filled {...props} drafts={opened?.drafts ?? null} draft={opened?.draft ?? null} />
}

interface FilledProps extends OpenedProps {
  drafts: DraftKeeper | null
  draft: Draft | null
}

function Filled({ drafts, draft, ...props }: FilledProps): ReactNode {
  const { loaded, initial, context } = props
  const permissions = props.permissions ?? person.facts.permissions
  const [session, setSession] = useState<FormSession | null>(null)
  const clock = useClock(props.at ?? null)
  const begin = () => {
    const answers = { ...initialAnswers(loaded.compiled, initial), ...(draft && askedNow(loaded.compiled, draft.answers)) }
    return createFormSession(loaded.compiled, answers, { permissions, context, clock, fills: true })
  }
  // Created during rendering, so that the first fields are painted with the first commit.
  const current = session ?? begin()
  if (!session) setSession(current)
  useEffect(() => {
    if (context) current.setContext(context)
  }, [current, context])
  useTicking(current, props.at ?? null)
  usePlacesLeft(current, loaded.version)
  useEffect(() => {
    void loaded.validator.then(
      (validate) => current.setValidator(validate),
      // Without it the server still checks everything.
      () => undefined,
    )
  }, [current, loaded])
  const again = () =>
    createFormSession(loaded.compiled, initialAnswers(loaded.compiled, initial), { permissions, context, clock, fills: true })
  return (
    <FormView
      {...props}
      session={current}
      version={loaded.version}
      drafts={drafts}
      restored={draft}
      formChanged={draft !== null && draft.hash !== loaded.hash}
      emptyAnswers={() => again().values()}
    />
  )
}

/** The given moment, or the present one. */
function useClock(at: string | null): () => string {
  const given = useRef(at)
  given.current = at
  return useCallback(() => given.current ?? serverNow(), [])
}

const TICK_MS = 1_000

/** Rules that depend on the time are evaluated again as it passes. */
function useTicking(session: FormSession, at: string | null): void {
  useEffect(() => {
    if (!session.compiled.readsNow) return
    session.tick()
    const timer = at === null ? setInterval(() => session.tick(), TICK_MS) : undefined
    return () => clearInterval(timer)
  }, [session, at])
}

const watchLanguage = (listener: () => void) => subscribe(language, listener)
const readLanguage = () => language.revision
const watchPerson = (listener: () => void) => subscribe(person, listener)
const readPerson = () => person.facts.userId
