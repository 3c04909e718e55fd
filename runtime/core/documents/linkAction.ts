/** Checks of actions where they stand: labels and conditions over what is in scope there, steps one after the other, and the chain of an action
 *  document over the scope of every place that uses it. */
import type { Action, ActionRef, ActionStep, Value } from '../documents.ts'
import type { ScopeType, ScopeTypes } from '../expressions/types.ts'
import { isRecord } from '../isRecord.ts'
import { makesFile } from '../makesFile.ts'
import type { LinkedDocument } from './documentIndex.ts'
import { pointer } from './failure.ts'
import { type ExpressionPlace, linkCel, linkTextValues, linkValue, linkValues } from './linkExpressions.ts'
import type { Linker } from './linker.ts'
import { linkInput } from './linkInput.ts'
import { answerType, formTypes } from './scopeTypes.ts'

/** `error` in the steps of `onFailure`, and where the app says what a failure does. */
export const ERROR_TYPE: ScopeType = { fields: { code: 'number', error: 'string', message: 'string', details: 'dyn' } }
/** Actions may run each other; a deeper nesting counts as a cycle. */
const MAX_NESTING = 8

/** An action by id, by id with parameters, or in place. */
export function linkActionRef(linker: Linker, place: ExpressionPlace, reference: ActionRef | undefined, nesting = 0): void {
  if (reference === undefined || nesting > MAX_NESTING) return
  if (typeof reference !== 'string' && 'steps' in reference) {
    linkAction(linker, place, reference, nesting)
    return
  }
  const id = typeof reference === 'string' ? reference : reference.ref
  const values = typeof reference === 'string' ? undefined : reference.with
  linkValues(linker, { ...place, path: pointer(place.path, 'with') }, values)
  const document = linker.index.find('action', id)
  const action = linker.index.get('action', id)
  if (document === undefined || action === undefined) return
  linker.use(`action ${id}`)
  const added = Object.fromEntries(Object.keys(values ?? {}).map((name) => [name, 'dyn' as const]))
  linkAction(linker, { ...place, document, path: '', scope: { ...place.scope, ...added } }, action, nesting)
}

/** Actions in a list. */
export function linkActionRefs(linker: Linker, place: ExpressionPlace, references: readonly ActionRef[] | undefined): void {
  for (const [index, reference] of (references ?? []).entries())
    linkActionRef(linker, { ...place, path: pointer(place.path, index) }, reference)
}

/** An action over a scope; `place.path` is the action's own. */
export function linkAction(linker: Linker, place: ExpressionPlace, action: Action, nesting = 0): void {
  linker.sees(place)
  const at = (key: string): ExpressionPlace => ({ ...place, path: pointer(place.path, key) })
  for (const key of ['visibleWhen', 'enabledWhen'] as const) if (action[key] !== undefined) linkCel(linker, at(key), action[key], 'boolean')
  for (const key of ['label', 'disabledReason'] as const) linkTextValues(linker, at(key), action[key])
  for (const key of ['title', 'text', 'ok'] as const)
    linkTextValues(linker, { ...place, path: `${place.path}/confirm/${key}` }, action.confirm?.[key])
  const inner = { ...place, scope: linkDialog(linker, at('dialog'), action) }
  linkSteps(linker, { ...inner, path: pointer(place.path, 'steps') }, action.steps, nesting)
  linkSteps(
    linker,
    { ...inner, path: pointer(place.path, 'onFailure'), scope: { ...inner.scope, error: ERROR_TYPE } },
    action.onFailure ?? [],
    nesting,
  )
}

/** @returns the scope of the steps: with a dialog, `input` are its answers */
export function linkDialog(linker: Linker, place: ExpressionPlace, { dialog }: { dialog?: AskedForm }): ScopeTypes {
  if (dialog === undefined) return place.scope
  const at = (key: string): ExpressionPlace => ({ ...place, path: pointer(place.path, key) })
  linkTextValues(linker, at('title'), dialog.title)
  linkTextValues(linker, at('submitLabel'), dialog.submitLabel)
  linkInitial(linker, at('initial'), dialog.form, dialog.initial)
  linkFormContext(linker, at('context'), dialog.form, dialog.context)
  const form = linker.index.get('form', dialog.form)
  return { ...place.scope, input: form === undefined ? 'dyn' : { fields: formTypes(form.schema.properties) } }
}

/** A form asked before an action; its title may be left to the action. */
type AskedForm = Omit<NonNullable<Action['dialog']>, 'title'> & Partial<Pick<NonNullable<Action['dialog']>, 'title'>>

/** First answers given to a form: answers to its questions. */
export function linkInitial(linker: Linker, place: ExpressionPlace, formId: string, initial: Value | undefined): void {
  linkValue(linker, place, initial)
  const form = linker.index.get('form', formId)
  if (form === undefined || !isRecord(initial) || 'cel' in initial) return
  const known = Object.keys(form.schema.properties)
  for (const name of Object.keys(initial))
    linker.known(place.document, 'FIELD_UNKNOWN', pointer(place.path, name), `a field of ${formId}`, name, known)
}

/** `context` given to a form: names that it declares. */
export function linkFormContext(linker: Linker, place: ExpressionPlace, formId: string, context: Parameters<typeof linkValues>[2]): void {
  linkValues(linker, place, context)
  const form = linker.index.get('form', formId)
  if (form === undefined) return
  for (const name of Object.keys(context ?? {})) {
    linker.known(
      place.document,
      'PARAMETER_UNKNOWN',
      pointer(place.path, name),
      `a name of context of ${formId}`,
      name,
      Object.keys(form.context ?? {}),
    )
  }
}

function linkSteps(linker: Linker, place: ExpressionPlace, steps: readonly ActionStep[], nesting: number): void {
  let { scope } = place
  for (const [index, step] of steps.entries()) {
    const here = { ...place, path: pointer(place.path, index), scope }
    linker.sees(here)
    if (step.when !== undefined) linkCel(linker, { ...here, path: pointer(here.path, 'when') }, step.when, 'boolean')
    linkStep(linker, here, step, nesting)
    scope = { ...scope, ...resultOf(linker, step) }
  }
}

function resultOf(linker: Linker, step: ActionStep): ScopeTypes {
  if ('do' in step) return { result: 'dyn' }
  if (!('call' in step)) return {}
  const call = linker.index.get('call', step.call)
  // a job's end answers with more than the call that started it
  const type = call === undefined || step.progress === true ? 'dyn' : answerType(call, linker.index)
  return step.as === undefined ? { result: type } : { result: type, [step.as]: type }
}

/** What is saved as a file has to be one, or the job that makes one. */
function linkDownload(linker: Linker, { document, path }: ExpressionPlace, id: string): void {
  const call = linker.index.get('call', id)
  if (call === undefined || call.raw || makesFile(call)) return
  linker.report(document, {
    code: 'CALL_FILE',
    path,
    expected: 'a call that answers a file, or makes one in the background',
    found: `"${id}", which answers JSON`,
    suggestion: 'name a call with "raw", an export, or one with "fileReply"',
  })
}

function linkStep(linker: Linker, place: ExpressionPlace, step: ActionStep, nesting: number): void {
  const at = (key: string): ExpressionPlace => ({ ...place, path: pointer(place.path, key) })
  if ('call' in step) linkInput(linker, at('input'), step.call, step.input)
  else if ('download' in step) {
    linkInput(linker, at('input'), step.download, step.input)
    linkDownload(linker, at('download'), step.download)
  } else if ('toast' in step) linkTextValues(linker, at('text'), step.text)
  else if ('navigate' in step) linkTextValues(linker, at('navigate'), step.navigate)
  else if ('set' in step) linkValues(linker, at('set'), step.set)
  else if ('run' in step) linkActionRef(linker, at('run'), step.run, nesting + 1)
  else if ('open' in step || 'do' in step) linkValues(linker, at('with'), step.with)
  if (place.page) linkOverlays(linker, place, place.page, step)
  if (place.page) linkRefreshed(linker, place, place.page, step)
}

type PageNames = NonNullable<ExpressionPlace['page']>

/** A drawer that the page lacks would not open, without a word. */
function linkOverlays(linker: Linker, { document, path }: ExpressionPlace, page: PageNames, step: ActionStep): void {
  const expected = `the id of a drawer or dialog of ${page.document === document ? 'this page' : `the page ${page.document.id}`}`
  for (const key of ['open', 'close'] as const) {
    const id = (step as Partial<Record<'open' | 'close', string>>)[key]
    if (id !== undefined) linker.known(document, 'REFERENCE_UNKNOWN', pointer(path, key), expected, id, page.overlays)
  }
}

/** What is refreshed by steps that stand in the page itself. Actions of their own may be in many pages, and tell each what it knows: one has to know it. */
function linkRefreshed(linker: Linker, { document, path }: ExpressionPlace, page: PageNames, step: ActionStep): void {
  if (!('refresh' in step) || step.refresh === 'all') return
  for (const [index, name] of step.refresh.entries()) {
    const here = pointer(pointer(path, 'refresh'), index)
    if (page.document === document)
      linker.known(document, 'REFERENCE_UNKNOWN', here, 'a source or a table of this page', name, page.refreshable)
    else noteRefreshed(linker, document, here, name, page.refreshable)
  }
}

function noteRefreshed(linker: Linker, document: LinkedDocument, path: string, name: string, refreshable: readonly string[]): void {
  linker.noteRefreshed({ document, path, name, isKnown: refreshable.includes(name), known: refreshable })
}

/** Names that no page with the action knows: nothing would ever be refreshed. */
export function reportRefreshed(linker: Linker): void {
  const expected = 'a source or a table of a page that shows this'
  for (const { document, path, name, isKnown, known } of linker.refreshed.values())
    if (!isKnown) linker.known(document, 'REFERENCE_UNKNOWN', path, expected, name, known)
}
