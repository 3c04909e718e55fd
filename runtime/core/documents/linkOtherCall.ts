/** Checks of the operation `call`: the other call exists and takes the given input, a read makes only calls that read, and only calls that refuse before they
 *  write can be skipped. */
import { isRead } from '../callAddress.ts'
import type { CallDocument, CallOperation } from '../documents.ts'
import type { ScopeTypes } from '../expressions/types.ts'
import type { LinkedDocument } from './documentIndex.ts'
import { pointer } from './failure.ts'
import { linkDone } from './linkEffects.ts'
import { type ExpressionPlace, linkCel, linkValues } from './linkExpressions.ts'
import type { Linker } from './linker.ts'
import { linkInput } from './linkInput.ts'
import { linkParameter } from './linkParameter.ts'
import { answerType, parameterNames } from './scopeTypes.ts'

export function linkOtherCall(linker: Linker, place: ExpressionPlace, call: CallDocument, operation: CallOperation): void {
  const { document, path } = place
  const scope: ScopeTypes = { ...place.scope, lang: 'string' }
  const ofItem: ScopeTypes = operation.each ? { ...scope, item: 'string' } : scope
  for (const [at, id] of calledIn(operation)) linkTarget(linker, { ...place, path: path + at, scope: ofItem }, call, operation, id)
  if (typeof operation.call !== 'string') linkParameter(linker, document, `${path}/call/parameter`, call, operation.call.parameter)
  if (operation.each) linkCel(linker, { document, path: `${path}/each`, scope }, operation.each)
  const answer = answerOf(linker, operation)
  if (call.do && isRead(call)) {
    const suggestion = 'write another method first'
    linker.report(document, { code: 'CALL_WRITES', path: '/do', expected: 'a call that writes', found: 'a call that reads', suggestion })
  } else linkDone(linker, { document, path: '/do', scope: { ...ofItem, answer } }, call.do ?? [], undefined)
  const facts: ScopeTypes = operation.each ? { done: 'number', skipped: 'number', results: { list: 'dyn' } } : { answer }
  linkValues(linker, { document, path: `${path}/answer`, scope: { ...scope, ...facts } }, operation.answer)
}

/** The place of each call, and its id. */
function calledIn({ call }: CallOperation): [path: string, id: string][] {
  if (typeof call === 'string') return [['/call', call]]
  if ('given' in call)
    return [
      ['/call/given', call.given],
      ['/call/absent', call.absent],
    ]
  return Object.entries(call.calls).map(([value, id]) => [pointer('/call/calls', value), id])
}

function answerOf(linker: Linker, { call }: CallOperation) {
  const target = typeof call === 'string' ? linker.index.get('call', call) : undefined
  return target ? answerType(target, linker.index) : 'dyn'
}

function linkTarget(linker: Linker, place: ExpressionPlace, call: CallDocument, operation: CallOperation, id: string): void {
  const { document, path } = place
  const target = linker.index.get('call', id)
  if (operation.input) linkInput(linker, { ...place, path: '/operation/input' }, id, operation.input)
  if (!target) return
  if (!operation.input) linkHandedOn(linker, document, path, call, target)
  const report = (code: 'CALL_WRITES' | 'VALUE', at: string, expected: string, found: string, suggestion: string): void =>
    linker.report(document, { code, path: at, expected, found, suggestion })
  if (isRead(call) && !isRead(target))
    report('CALL_WRITES', path, 'a call that reads', `"${id}", which writes`, 'name a call that reads, or write another method first')
  if (operation.skip && !target.operation)
    report('VALUE', '/operation/skip', 'a call that says no before it writes', `"${id}", a handler`, 'remove skip, or name an operation')
}

/** Without `input` the parameters of the same name are handed on. */
function linkHandedOn(linker: Linker, document: LinkedDocument, path: string, call: CallDocument, target: CallDocument): void {
  const names = parameterNames(call, linker.index)
  for (const name of (target.input?.required ?? []) as string[])
    if (!names.includes(name))
      linker.report(document, {
        code: 'PARAMETER_MISSING',
        path,
        expected: `an input parameter "${name}", which ${target.id} requires`,
        found: names.join(', ') || 'none',
        suggestion: `declare "${name}" in input.properties, or add "input"`,
      })
}
