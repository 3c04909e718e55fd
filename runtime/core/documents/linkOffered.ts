/** Checks of what a form makes the platform do for the person who has it open: calls that answer options, and the call of a control that sends a code.
 *  They run with the rights of that person, so a form may name only calls that offer themselves for it (`forForms`); a form that belongs to one
 *  object may name only calls that are open to everyone or that stay within that object. */
import type { CallDocument, FormField, Options, Value } from '../documents.ts'
import { pointer, show } from './failure.ts'
import { offersOptions } from './isOffered.ts'
import type { ExpressionPlace } from './linkExpressions.ts'
import type { Linker } from './linker.ts'
import { linkInput } from './linkInput.ts'

type Called = Extract<Options, { call: string }>
/** A fact that the page gives to the form, unchanged. */
const FACT = /^\s*context\.\w+\s*$/

/** Every place of a document that names a call for options, wherever it stands. */
export function linkOfferedCalls(linker: Linker, { document }: Pick<ExpressionPlace, 'document'>): void {
  for (const { mark, of, path, value } of document.marks) {
    const call = mark === 'ref' && of === 'call' ? linker.index.get('call', String(value)) : undefined
    if (call) linkOfferedCall(linker, { document, path }, call)
  }
}

function linkOfferedCall(linker: Linker, { document, path }: Pick<ExpressionPlace, 'document' | 'path'>, call: CallDocument): boolean {
  if (offersOptions(call) && isForEverybody(linker, call)) return true
  const offered = linker.index.of('call').filter(({ content }) => offersOptions(content) && isForEverybody(linker, content))
  const names = offered.map(({ content }) => content.id).join(', ')
  linker.report(document, {
    code: 'CALL_NOT_OFFERED',
    path,
    expected: linker.standalone
      ? 'a call that reads, offers its answer to forms ("forForms": "options") and is open to everybody or everybody signed in'
      : 'a call that reads and offers its answer to forms ("forForms": "options")',
    found: `"${call.id}"`,
    suggestion: `name another call (${names || 'none does so'}), or write the options into the form`,
  })
  return false
}

/** The people who fill in a form of one object share only the right to open it. */
function isForEverybody(linker: Linker, { access }: CallDocument): boolean {
  return !linker.standalone || typeof access === 'string'
}

/**
 * A request must stay within the object. The reply may depend on facts given by the page, never on values that the form chooses.
 * @param place  of `x-options`
 */
export function linkOfferedOptions(linker: Linker, place: ExpressionPlace, call: CallDocument, { params = {} }: Called): void {
  if (!linkOfferedCall(linker, { ...place, path: pointer(place.path, 'call') }, call) || !linker.standalone) return
  for (const [name, value] of Object.entries(params)) {
    if (name !== 'previewAt' && (call.access === 'public' || isFact(value))) continue
    linker.report(place.document, {
      code: 'CALL_NOT_OFFERED',
      path: pointer(pointer(place.path, 'params'), name),
      expected: name === 'previewAt' ? 'no preview' : 'a fact that the page gives, as { "cel": "context.name" }',
      found: show(value),
      suggestion: `remove "${name}"`,
    })
  }
}

function isFact(value: Value): boolean {
  return typeof value === 'object' && value !== null && FACT.test(String((value as { cel?: unknown }).cel))
}

/** The call that a control makes itself, when its button is pressed. @param place  of `x-props` */
export function linkControlCall(linker: Linker, place: ExpressionPlace, { 'x-props': props }: FormField): void {
  if (props?.call === undefined) return
  const call = linker.index.get('call', String(props.call))
  if (call?.forForms === 'code' && !linker.standalone) {
    linkInput(
      linker,
      { ...place, path: pointer(place.path, 'input') },
      call.id,
      props.input as Record<string, Value>,
      givenByControl(props),
    )
    return
  }
  linker.report(place.document, {
    code: 'CALL_NOT_OFFERED',
    path: pointer(place.path, 'call'),
    expected: linker.standalone
      ? 'no call: the controls of a form that belongs to one object make none'
      : 'a call that sends codes for forms ("forForms": "code")',
    found: show(props.call),
    suggestion: 'remove "call"',
  })
}

/** The parameter that the control adds. */
function givenByControl({ kind, parameter = 'phone' }: Record<string, unknown>): string[] {
  return kind === 'own' ? [] : [String(parameter)]
}
