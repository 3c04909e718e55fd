/** Checks of calls: path parameters and filters are declared inputs, fields exist on the entity, conditions have the right types, outputs exist. */
import { isRead, secretParameters } from '../callAddress.ts'
import type { CallDocument, EntityDocument } from '../documents.ts'
import { DATETIME, type ScopeTypes } from '../expressions/types.ts'
import { holdsInput, reachesByItself } from '../isOfRows.ts'
import type { LinkedDocument } from './documentIndex.ts'
import { linkAccess } from './linkAccess.ts'
import { linkDesign } from './linkDesign.ts'
import { linkDone } from './linkEffects.ts'
import { exportFrom, linkExportFrom } from './linkExport.ts'
import { type ExpressionPlace, linkCel } from './linkExpressions.ts'
import type { Linker } from './linker.ts'
import { linkNeeds } from './linkFeature.ts'
import { linkIndexes } from './linkIndexes.ts'
import { linkInput } from './linkInput.ts'
import { linkMatching } from './linkMatching.ts'
import { linkMove } from './linkMove.ts'
import { linkOperation } from './linkOperation.ts'
import { linkOptions } from './linkOptions.ts'
import { linkOtherCall } from './linkOtherCall.ts'
import { linkOtherOutput, linkOutput } from './linkOutput.ts'
import { linkParameter } from './linkParameter.ts'
import { linkReach } from './linkReach.ts'
import { answerType, inputType, operationEntity, parameterNames, rowType, SESSION_TYPE } from './scopeTypes.ts'
import { suggest } from './suggest.ts'

const PATH_PARAMETER = /:([\w-]+)/g

/** `rateLimit.by` beside input parameters. */
const RATE_SUBJECTS = ['ip', 'user']

export function linkCall(linker: Linker, document: LinkedDocument, call: CallDocument): void {
  const entity = exportFrom(call) === undefined ? operationEntity(call, linker.index) : undefined
  const asked: ScopeTypes = {
    input: inputType(call, linker.index),
    session: SESSION_TYPE,
    now: DATETIME,
    lang: 'string',
    preview: 'boolean',
  }
  const scope = linkRequires(linker, document, call, asked)
  linkPlaceOfCall(linker, document, call)
  linkPathParameters(linker, document, call)
  linkAddress(linker, document, call)
  linkAccess(linker, document, 'access', call.access, holdsInput(call, entity) || reachesByItself(call) ? undefined : entity)
  linkReach(linker, document, call, entity)
  linkPreview(linker, document, call, entity)
  linkNeeds(linker, document, call, asked.input!)
  linkMatching(linker, document, call)
  linkProof(linker, document, call)
  linkForForms(linker, document, call)
  linkWith(linker, document, call)
  for (const [index, lock] of (call.locks ?? []).entries()) linkCel(linker, { document, path: `/locks/${index}/key`, scope }, lock.key)
  for (const [index, subject] of (call.rateLimit?.by ?? []).entries()) {
    if (!RATE_SUBJECTS.includes(subject)) linkParameter(linker, document, `/rateLimit/by/${index}`, call, subject)
  }
  linkExportFrom(linker, document, call)
  linkOtherOutput(linker, document, call)
  if (call.operation?.kind === 'call') linkOtherCall(linker, { document, path: '/operation', scope }, call, call.operation)
  linkDo(linker, { document, path: '/do', scope }, call, entity)
  if (call.operation?.kind === 'move') linkMove(linker, { document, path: '/operation', scope }, call.operation)
  if (call.operation?.kind === 'options') linkOptions(linker, { document, path: '/operation', scope }, call, call.operation)
  if (call.operation?.kind === 'design') linkDesign(linker, { document, path: '/operation', scope }, call, call.operation)
  if (call.operation !== undefined && entity !== undefined) {
    const place = { document, path: '/operation', scope }
    linkOperation(linker, place, call, call.operation, entity)
    linkIndexes(linker, document, call, entity)
    linkOutput(linker, { ...place, path: '/output' }, call, entity)
  }
}

/** What expressions see besides, wherever they stand. */
const TAKEN = ['row', 'item', 'answer', 'answers', 'formHash', 'count', 'done', 'skipped', 'results', 'feature', 'key']

/** @returns what the expressions of the call see: each answer with a name too */
function linkRequires(linker: Linker, document: LinkedDocument, { requires = [] }: CallDocument, asked: ScopeTypes): ScopeTypes {
  let scope = asked
  for (const [index, { call: id, input, as }] of requires.entries()) {
    linkInput(linker, { document, path: `/requires/${index}/input`, scope }, id, input)
    if (as === undefined) continue
    if (as in scope || TAKEN.includes(as)) {
      const suggestion = 'name it after what it is, as course or version'
      linker.report(document, {
        code: 'VALUE',
        path: `/requires/${index}/as`,
        expected: 'a name that no expression has yet',
        found: as,
        suggestion,
      })
    }
    const target = linker.index.get('call', id)
    scope = { ...scope, [as]: target ? answerType(target, linker.index) : 'dyn' }
  }
  return scope
}

/** What the call gives its handler is no parameter: no one who calls it could give that. */
function linkWith(linker: Linker, document: LinkedDocument, call: CallDocument): void {
  const report = (path: string, expected: string, found: string, suggestion: string) =>
    linker.report(document, { code: 'VALUE', path, expected, found, suggestion })
  if (call.with && call.handler === undefined)
    report('/with', 'a call of a handler', 'an operation', 'write the values into its expressions')
  const asked = parameterNames(call, linker.index)
  for (const name of Object.keys(call.with ?? {}))
    if (asked.includes(name)) report(`/with/${name}`, 'a name that input does not have', name, 'take it out of one of the two')
}

/** After a write of one row; those of the operation `call` are checked with it. */
function linkDo(
  linker: Linker,
  place: ExpressionPlace,
  { do: effects, operation }: CallDocument,
  entity: EntityDocument | undefined,
): void {
  if (!effects || operation?.kind === 'call') return
  const isOfOne = operation !== undefined && LEAVES_ROW.includes(operation.kind) && ('by' in operation || operation.kind === 'create')
  if (!isOfOne || !entity) {
    const suggestion = 'remove it, or write one row: create, update with "by", transition'
    linker.report(place.document, {
      code: 'VALUE',
      path: '/do',
      expected: 'a call that writes one row',
      found: operation?.kind ?? 'a handler',
      suggestion,
    })
    return
  }
  const scope: ScopeTypes = { ...place.scope, row: rowType(entity, linker.index, 'sql') }
  linkDone(linker, { ...place, scope }, effects, entity)
}

const LEAVES_ROW: readonly string[] = ['create', 'update', 'transition']

/** It has an address, or only calls and handlers make it. */
function linkPlaceOfCall(linker: Linker, document: LinkedDocument, { path, inner }: CallDocument): void {
  if ((path === undefined) === (inner === true)) return
  const found = inner ? '"path" and "inner"' : 'neither'
  const suggestion = inner ? 'remove one of the two' : 'add "path", or "inner": true for a call that only calls and handlers make'
  linker.report(document, { code: inner ? 'VALUE' : 'KEY_MISSING', path: '/path', expected: '"path" or "inner"', found, suggestion })
}

function linkPathParameters(linker: Linker, document: LinkedDocument, call: CallDocument): void {
  const names = parameterNames(call, linker.index)
  for (const [, name] of (call.path ?? '').matchAll(PATH_PARAMETER)) {
    if (name === undefined || names.includes(name)) continue
    linker.report(document, {
      code: 'PARAMETER_UNKNOWN',
      path: '/path',
      expected: `path parameters that input declares: ${names.join(', ') || 'none'}`,
      found: `":${name}"`,
      suggestion: suggest(name, names, `declare "${name}" in input.properties`),
    })
  }
}

/** Writes do not use GET, and secrets do not stand in addresses. */
function linkAddress(linker: Linker, document: LinkedDocument, call: CallDocument): void {
  if (call.inAddress !== undefined || call.path === undefined) return
  const methods = [call.method].flat()
  const report = (path: string, expected: string, found: string, suggestion: string): void =>
    linker.report(document, { code: 'IN_ADDRESS', path, expected, found, suggestion })
  if (methods.includes('GET') && !isRead(call))
    report('/method', 'POST, PUT or DELETE for a call that writes', 'GET', 'remove GET, or say in "inAddress" why it is needed')
  const secrets = secretParameters(call)
  if (secrets.length === 0) return
  const inPath = [...call.path.matchAll(PATH_PARAMETER)].map(([, name]) => name).filter((name) => secrets.includes(name!))
  const expected = `a body for what is writeOnly (${secrets.join(', ')})`
  if (inPath.length > 0) report('/path', expected, `":${inPath[0]}" in the path`, 'make it a parameter of the body')
  if (methods.includes('GET') || methods[0] === 'DELETE') report('/method', expected, methods.join(', '), 'write "method": "POST"')
}

/** A write always happens at the present moment. */
function linkPreview(linker: Linker, document: LinkedDocument, call: CallDocument, entity: EntityDocument | undefined): void {
  if (!call.preview) return
  linkAccess(linker, document, 'preview', call.preview, entity)
  if (isRead(call)) return
  linker.report(document, {
    code: 'VALUE',
    path: '/preview',
    expected: 'a preview of a call that reads',
    found: 'a call that writes',
    suggestion: 'remove "preview"',
  })
}

/** Only a session can hold a proof. */
function linkProof(linker: Linker, document: LinkedDocument, { proof, access }: CallDocument): void {
  if (!proof || access !== 'public') return
  const suggestion = 'write "access": "signedIn", or remove proof'
  linker.report(document, { code: 'VALUE', path: '/proof', expected: 'a call for signed-in persons', found: 'a public call', suggestion })
}

/** A form asks for choices as soon as a person opens it. So such a call changes nothing and returns no secrets. */
function linkForForms(linker: Linker, document: LinkedDocument, call: CallDocument): void {
  if (call.forForms !== 'options' || !(!isRead(call) || call.raw || call.secretReply)) return
  linker.report(document, {
    code: 'VALUE',
    path: '/forForms',
    expected: 'a call that reads, and whose answer is neither a file nor secret',
    found: isRead(call) ? 'raw or secretReply' : 'a call that writes',
    suggestion: 'remove "forForms"',
  })
}
