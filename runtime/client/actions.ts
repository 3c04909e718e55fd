/** Runs action chains: asks (confirm, form), then the steps in order; the first failure ends the chain and is shown, or handed to `onFailure`.
 *  Knows no component: what needs a screen goes through the `ActionHost`. */
import type { Action, ActionRef, ActionStep, Text, Value } from '../core/documents.ts'
import { booted } from './boot.ts'
import { CallError, isAborted } from './CallError.ts'
import { tellFailure } from './failures.ts'
import { followJob } from './followJob.ts'
import { request, requestFile } from './http.ts'
import { findDocument } from './library.ts'
import { namedAction } from './namedAction.ts'
import { secondsOnPage } from './pageClock.ts'
import { isPassedOver, waitReason } from './readOnlyMode.ts'
import { remedyOf } from './remedies.ts'
import { markOrder, noteServerContact } from './requestOrder.ts'
import { matchRoute } from './routes.ts'
import type { Names, Scope } from './scope.ts'
import { evaluateCel, evaluateEntries, extendScope, holds, isCel } from './scope.ts'
import { mayUse } from './session.ts'
import type { RefreshNames } from './sources.ts'
import { stepKind } from './stepKinds.ts'
import { isLocalText, resolveText, translate } from './texts.ts'
import { closeEarlierFailures, closeToast, errorText, showProgress, showToast } from './toasts.ts'
import { saveUnsent } from './unsent.ts'

/** A question before an action. */
export interface Question {
  title: string
  text: string
  ok: string
  danger: boolean
}

/** A form asked before an action. `submit` runs the chain with the answers and throws CallError when it failed, so that the form stays open
 *  with its errors. */
export interface FormQuestion {
  form: string
  action: Action
  title: string
  submitLabel: string
  /** The action cannot easily be undone. */
  danger: boolean
  /** It offers to be filled in once more. */
  another: boolean
  initial: Record<string, unknown>
  context: Record<string, unknown>
  submit(answers: Record<string, unknown>): Promise<void>
}

/** What the screen does for actions. */
export interface ActionHost {
  confirm(question: Question): Promise<boolean>
  /** Resolves to true when the form was submitted, to false when it was closed. */
  askForm(question: FormQuestion): Promise<boolean>
  navigate(address: string, options: { replace?: boolean; newTab?: boolean }): void
  /** @param since  sources that were asked after this moment know of all that the chain did */
  refresh(names: RefreshNames, since: number): Promise<void>
  open(id: string, names: Names): void
  close(id: string): void
  set(values: Record<string, unknown>): void
  /** No one asked for what runs: nothing else is asked for again. */
  isAutomatic?: boolean
}

/** An action ready to be drawn and run: the document behind a reference and the scope with its parameters. */
export interface LinkedAction {
  action: Action
  scope: Scope
}

/** Finds the action of a reference. Null when it did not come with the bundle (withheld or unknown) or the permission is missing. */
export function linkAction(reference: ActionRef, scope: Scope): LinkedAction | null {
  if (typeof reference !== 'string' && 'steps' in reference) return mayUse(reference.permission) ? { action: reference, scope } : null
  const action = namedAction(reference)
  if (!action || !mayUse(action.permission)) return null
  const values = typeof reference === 'string' ? undefined : reference.with
  return { action, scope: values ? extendScope(scope, evaluateEntries(values, scope)) : scope }
}

/** Whether a step of the action, or of one that it runs, asks for sources again. */
export function asksAgain({ steps }: Action): boolean {
  return steps.some((step) => {
    const inner = 'run' in step ? namedAction(step.run) : undefined
    return 'refresh' in step || (inner !== undefined && asksAgain(inner))
  })
}

/** The address of an action that does nothing but lead to a page, as a link does; null for any other. */
export function linkedAddress({ action, scope }: LinkedAction): string | null {
  const [step, ...more] = action.steps
  if (action.tone !== 'link' || action.confirm || action.dialog || !step || more.length > 0 || !('navigate' in step)) return null
  if (step.replace || step.newTab || step.when) return null
  const address = addressOf(step.navigate, scope)
  const { boot } = booted
  const isPage = !boot || matchRoute(boot.routes, address.replace(/[?#].*$/s, '')) !== null
  return isPage ? address : null
}

/** How an action is here and now. */
export function actionState({ action, scope }: LinkedAction): { visible: boolean; enabled: boolean; reason: string } {
  const visible = holds(action.visibleWhen, scope)
  if (!holds(action.enabledWhen, scope))
    return { visible, enabled: false, reason: action.disabledReason ? resolveText(action.disabledReason, scope) : '' }
  const reason = waitReason(action)
  return { visible, enabled: reason === '', reason }
}

/**
 * Runs an action to its end and shows how it failed, if it did.
 * @param isAutomatic  the page does it, not the person: what it shows is not asked for again
 * @returns false when the person said no or a step failed
 */
export async function runAction(linked: LinkedAction, host: ActionHost, isAutomatic = false): Promise<boolean> {
  closeEarlierFailures()
  const { action, scope } = linked
  if (!(await isConfirmed(action, scope, host))) return false
  if (!isAutomatic) await saveUnsent()
  if (!action.dialog) return runGuarded(action, scope, isAutomatic ? { ...host, isAutomatic } : host)
  const { dialog } = action
  return host.askForm({
    form: dialog.form,
    action,
    title: resolveText(dialog.title, scope),
    submitLabel: resolveText(dialog.submitLabel ?? action.label, scope),
    danger: action.tone === 'danger',
    another: dialog.another === true,
    initial: evaluateEntries(dialog.initial, scope),
    context: evaluateEntries(dialog.context, scope),
    submit: async (answers) => {
      closeEarlierFailures()
      const inside = extendScope(scope, { input: answers })
      await runChain(action.steps, inside, host).catch(async (error) => {
        // refused by what has changed meanwhile: the page behind the dialog shows it
        if (!isFormFailure(error))
          await runSteps(
            action.steps.filter((step) => 'refresh' in step),
            inside,
            host,
          )
        throw error
      })
    },
  })
}

/**
 * Runs a chain with `input` in scope, for forms that show errors themselves.
 * @param isAutomatic  the form saves by itself while people type
 * @returns false when nothing was sent: the person said no, or a step failed and `onFailure` dealt with it
 * @throws  CallError for a failure that nothing dealt with
 */
export async function submitAction(
  linked: LinkedAction,
  input: Record<string, unknown>,
  host: ActionHost,
  isAutomatic = false,
): Promise<boolean> {
  closeEarlierFailures()
  const { action } = linked
  const scope = extendScope(linked.scope, { input })
  if (!(await isConfirmed(action, scope, host))) return false
  try {
    await runChain(action.steps, scope, isAutomatic ? { ...host, isAutomatic } : host)
    return true
  } catch (error) {
    if (isAborted(error)) return false
    if (!action.onFailure || isFormFailure(error)) {
      await runDeclaredFailure(error, scope, host)
      throw error
    }
    await handleFailure(action.onFailure, error, scope, host)
    return false
  }
}

/**
 * Runs a chain with `input` in scope, for parts that show by themselves how it went.
 * @param isAutomatic  the part saves by itself while people type
 * @returns what its last call answered
 * @throws  CallError
 */
export async function askAction(
  { action, scope }: LinkedAction,
  input: Record<string, unknown>,
  host: ActionHost,
  isAutomatic = false,
): Promise<unknown> {
  const inside = extendScope(scope, { input })
  return (await runChain(action.steps, inside, isAutomatic ? { ...host, isAutomatic } : host)).read().result
}

async function runGuarded(action: Action, scope: Scope, host: ActionHost): Promise<boolean> {
  try {
    await runChain(action.steps, scope, host)
    return true
  } catch (error) {
    if (isAborted(error)) return false
    if (action.onFailure) await handleFailure(action.onFailure, error, scope, host)
    else if (!(await runDeclaredFailure(error, scope, host))) tellFailure(error)
    if (!(error instanceof CallError)) console.error(error)
    return false
  }
}

/** What the app says that this failure does, instead of showing its message. @returns false when it says nothing */
async function runDeclaredFailure(error: unknown, scope: Scope, host: ActionHost): Promise<boolean> {
  const action = error instanceof CallError ? booted.boot?.app.failures?.[error.code] : undefined
  if (!action) return false
  const callError = error as CallError
  callError.isHandled = true
  await runAction({ action, scope: extendScope(scope, { error: factsOf(callError) }) }, host)
  return true
}

function factsOf(error: unknown): Names {
  return error instanceof CallError
    ? { code: error.status, error: error.code, message: errorText(error), details: error.details ?? null }
    : { code: 0, error: 'UNEXPECTED', message: errorText(error), details: null }
}
async function handleFailure(steps: ActionStep[], error: unknown, scope: Scope, host: ActionHost): Promise<void> {
  const facts = factsOf(error)
  try {
    await runSteps(steps, extendScope(scope, { error: facts }), host)
  } catch (second) {
    tellFailure(second)
  }
}

/** What a chain did, for the answers on the screen. */
interface Effects {
  wrote: boolean
  /** Names that its steps asked for again. */
  refreshed: Set<string>
  since: number
}

/** Runs a chain. Once it has written something, also when it failed later, everything on the screen that it did not name is asked for again: no figure stays
 *  as it was before one's own action. */
async function runChain(steps: readonly ActionStep[], scope: Scope, host: ActionHost): Promise<Scope> {
  const effects: Effects = { wrote: false, refreshed: new Set(), since: markOrder() }
  const place = globalThis.location?.pathname
  try {
    return await runSteps(steps, scope, host, effects)
  } finally {
    const isStillHere = globalThis.location?.pathname === place
    if (effects.wrote && isStillHere && !host.isAutomatic && !effects.refreshed.has('all'))
      void host.refresh({ allBut: effects.refreshed }, effects.since)
  }
}

/** Steps after which answers of before may be out of date. */
const REACHING_OUT = ['call', 'download', 'run', 'do']

// Answers the scope after the last step: with what `as` and `result` added.
async function runSteps(steps: readonly ActionStep[], scope: Scope, host: ActionHost, effects?: Effects): Promise<Scope> {
  let current = scope
  let since = markOrder()
  for (const step of steps) {
    if (!holds(step.when, current) || isPassedOver(step)) continue
    const added = await runStep(step, { scope: current, since, effects }, host)
    if (added) current = extendScope(current, added)
    if (REACHING_OUT.some((kind) => kind in step)) since = noteServerContact()
    if (effects) note(step, since, effects)
  }
  return current
}

function note(step: ActionStep, since: number, effects: Effects): void {
  effects.since = since
  if ('call' in step && !step.noError && findDocument('calls', step.call)?.writes) effects.wrote = true
  if ('refresh' in step) for (const name of [step.refresh].flat()) effects.refreshed.add(name)
}

async function runStep(
  step: ActionStep,
  { scope, since, effects }: { scope: Scope; since: number; effects: Effects | undefined },
  host: ActionHost,
): Promise<Names | null> {
  if ('call' in step) return runCall(step, scope, host)
  if ('toast' in step) showToast(step.toast, resolveText(step.text, scope))
  else if ('refresh' in step) await host.refresh(step.refresh, since)
  else if ('navigate' in step) host.navigate(addressOf(step.navigate, scope), step)
  else if ('download' in step) await saveFile(step, scope, host)
  else if ('open' in step) host.open(step.open, evaluateEntries(step.with, scope))
  else if ('close' in step) host.close(step.close)
  else if ('set' in step) host.set(evaluateEntries(step.set, scope))
  else if ('run' in step) return runNested(step.run, scope, host, effects)
  else if ('do' in step) return runKind(step.do, evaluateEntries(step.with, scope), host)
  return null
}

async function runCall(step: Extract<ActionStep, { call: string }>, scope: Scope, host: ActionHost): Promise<Names> {
  const asked = requestPutRight(step.call, evaluateEntries(step.input as Record<string, Value>, scope), { scope, host })
  const answer = await asked.catch((error: unknown) => (step.noError ? endQuietly() : failStep(error, step.failed, scope)))
  const data = step.progress || findDocument('calls', step.call)?.takesMany ? await finishJob(answer, step.call) : answer
  return step.as ? { result: data, [step.as]: data } : { result: data }
}

/** Most remedies for one call, one after another. */
const MAX_REMEDIES = 5

/** When the app has a remedy for the refusal, it runs (mostly with the person's help), and the call is made again. */
async function requestPutRight(
  call: string,
  input: Record<string, unknown>,
  { scope, host }: { scope: Scope; host: ActionHost },
): Promise<unknown> {
  for (let tried = 0; ; tried++) {
    try {
      return await requestConfirmed(call, input, host)
    } catch (error) {
      if (!remedyOf(error) || tried === MAX_REMEDIES) throw error
      if (!(await runRemedy(error, scope, host))) return endQuietly()
    }
  }
}

/** Applies the app's remedy for a refusal. @returns false when it says nothing, or the person does not want it */
export async function runRemedy(error: unknown, scope: Scope, host: ActionHost): Promise<boolean> {
  const action = remedyOf(error)
  return action !== undefined && runAction({ action, scope: extendScope(scope, { error: factsOf(error) }) }, host)
}

/** What only the server can name is asked before the call continues: CONFIRM_FIRST says it in words, and what to send as `confirmed`. */
async function requestConfirmed(call: string, input: Record<string, unknown>, host: ActionHost): Promise<unknown> {
  try {
    return await request(call, input, { lane: 'action' })
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== 'CONFIRM_FIRST') throw error
    const question = { title: translate('kernel.confirm.first'), text: error.message, ok: translate('kernel.confirm.goOn'), danger: true }
    if (!(await host.confirm(question))) return endQuietly()
    return request(call, { ...input, confirmed: asObject(error.details).confirmed })
  }
}

/** A file that the call makes in the background comes when its job has ended. */
async function saveFile({ download, input }: Extract<ActionStep, { download: string }>, scope: Scope, host: ActionHost): Promise<void> {
  const values = evaluateEntries(input, scope)
  if (!findDocument('calls', download)?.makesFile) return saveDownload(download, values)
  const job = asObject(await finishJob(await requestPutRight(download, values, { scope, host }), download))
  showToast('success', translate('kernel.job.downloading'))
  await saveDownload('platform.file', { id: asObject(job.result).id })
}

function failStep(error: unknown, failed: Text | undefined, scope: Scope): never {
  if (failed && error instanceof CallError) error.title = resolveText(failed, scope)
  throw error
}

// Nothing is shown: the chain ends as if a newer one had replaced it.
function endQuietly(): never {
  throw new DOMException('not told', 'AbortError')
}

// A call that starts a job answers its id; the person sees how far it is.
async function finishJob(answer: unknown, call: string): Promise<unknown> {
  const id = jobId(answer)
  if (!id) return answer
  const progress = showProgress(translate(findDocument('calls', call)?.makesFile ? 'kernel.job.file' : 'kernel.job.running'))
  try {
    const state = await followJob(id, ({ done }) => progress.tell(done))
    return { ...asObject(answer), ...state, ...asObject(state.result) }
  } finally {
    closeToast(progress.id)
  }
}

async function runNested(reference: ActionRef, scope: Scope, host: ActionHost, effects: Effects | undefined): Promise<null> {
  const linked = linkAction(reference, scope)
  if (!linked) throw new CallError('PERMISSION_DENIED', { status: 403 })
  const { action } = linked
  if (action.confirm || action.dialog) return (await runAction(linked, host)) ? null : endQuietly()
  await runSteps(action.steps, linked.scope, host, effects)
  return null
}

async function runKind(name: string, values: Record<string, unknown>, host: ActionHost): Promise<Names | null> {
  const kind = await stepKind(name)
  if (!kind) throw new Error(`No step kind "${name}": add runtime/client/steps/${name}.step.ts`)
  const result = await kind(values, host)
  return result === undefined ? null : { result }
}

/** Fetches a file and hands it to the browser under the name the server gave it. @throws CallError */
export async function saveDownload(callId: string, input: Record<string, unknown>): Promise<void> {
  const { blob, name } = await requestFile(callId, input)
  const address = URL.createObjectURL(blob)
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** The address that a `to` or `navigate` gives in a scope. Values put into a text are encoded: an answer never adds a parameter of its own. */
export function addressOf(to: Text | { cel: string }, scope: Scope): string {
  if (isCel(to)) return String(evaluateCel(to, scope) ?? '')
  if (typeof to === 'string' || !('with' in to)) return resolveText(to, scope)
  const written = (value: unknown) => encodeURIComponent(isLocalText(value) ? resolveText(value) : String(value ?? ''))
  const parts = Object.entries(evaluateEntries(to.with, scope)).map(([name, value]) => [name, written(value)])
  return resolveText({ text: to.text, with: Object.fromEntries(parts) }, scope)
}

/** The default question is the label of the button. */
/** Asks, where the action has a question; one that is for the hasty alone only soon after the page was opened. */
async function isConfirmed(action: Action, scope: Scope, host: ActionHost): Promise<boolean> {
  const { confirm } = action
  if (!confirm || (confirm.within !== undefined && secondsOnPage() >= confirm.within)) return true
  return host.confirm(questionOf(action, confirm, scope))
}

function questionOf({ label }: Action, confirm: NonNullable<Action['confirm']>, scope: Scope): Question {
  return {
    title: resolveText(confirm.title, scope),
    text: resolveText(confirm.text, scope),
    ok: resolveText(confirm.ok ?? label, scope),
    danger: confirm.danger === true,
  }
}

function isFormFailure(error: unknown): boolean {
  return error instanceof CallError && (error.code === 'FORM_INVALID' || error.code === 'CALL_INPUT')
}

function jobId(answer: unknown): string | null {
  if (typeof answer === 'string') return answer
  const facts = asObject(answer)
  const id = facts.jobId ?? facts.job ?? facts.id
  return id === undefined || id === null ? null : String(id)
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
