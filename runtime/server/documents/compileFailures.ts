/** What the linker has no word for: an expression that the database has to answer and SQL cannot say, or a document of which no statement can be made. Each
 *  document is compiled as a server does that starts, so nothing is forgotten, and reported with its file and place. */
import { type FailureCode, pointer } from '../../core/documents/failure.ts'
import { readFileName } from '../../core/documents/parseDocument.ts'
import { readDocuments } from '../../core/documents/readDocuments.ts'
import { sameParts } from '../../core/documents/sameParts.ts'
import type { CallDocument, EntityDocument, Kind } from '../../core/documents.ts'
import { AgonError } from '../../core/errors.ts'
import { ExpressionError } from '../../core/expressions/ExpressionError.ts'
import type { DocumentFailure, Platform, RawDocument } from '../../core/platform.ts'
import { compileCall } from '../calls/compileCall.ts'
import { compileFeature, compileFeatures } from '../calls/features.ts'
import { compileFlow, type Flow } from '../calls/flows.ts'
import { celToSql } from '../database/celToSql.ts'
import { tableModels } from '../database/tableModel.ts'
import { compileTimer } from '../timers/compileTimer.ts'

/** Kinds of which a server makes statements, or that these name. */
const COMPILED: ReadonlySet<Kind> = new Set<Kind>(['entity', 'flow', 'feature', 'timer', 'resource', 'call', 'addition', 'enum', 'app'])

/** Whether what a server makes of documents depends on this one. */
export function isCompiled({ file }: RawDocument): boolean {
  const name = readFileName(file)
  return 'kind' in name && COMPILED.has(name.kind)
}

interface Refusal {
  kind: Kind
  id: string
  error: AgonError | ExpressionError
}

/**
 * @param platform  without mistakes of other kinds
 * @param raws      the texts that it was built from
 * @returns         at most one failure for each part of a document, in the order of kinds and ids; none where the server could start
 */
export function compileFailures(platform: Platform, raws: readonly RawDocument[]): DocumentFailure[] {
  const refusals = refusalsOf(platform)
  if (refusals.length === 0) return []
  const read = new Map(readDocuments(raws).documents.map((document) => [`${document.kind} ${document.id}`, document]))
  return refusals.map(({ kind, id, error }) => {
    const document = read.get(`${kind} ${id}`)
    const path = placeOf(document?.content, expressionOf(error))
    return { ...failureOf(error), file: document?.file ?? `${kind} ${id}`, path: document?.places?.tell(path) ?? path }
  })
}

/** What calls are made of. */
const BASE = ['app', 'enum', 'entity', 'flow', 'feature', 'timer'] as const satisfies readonly Kind[]

/** Of each call, on which documents of these kinds its statements were made. */
const madeOn = new WeakMap<CallDocument, readonly unknown[]>()
const soundBases = new WeakSet<readonly unknown[]>()

/** Calls that have not been made on these documents, and those that name one of them. */
function callsToMake({ documents }: Platform, base: readonly unknown[]): CallDocument[] {
  const all = [...documents.call.values()]
  const changed = all.filter((call) => madeOn.get(call) !== base)
  if (changed.length === 0 || changed.length === all.length) return changed
  const names = changed.map(({ id }) => `"${id}"`)
  return all.filter((call) => changed.includes(call) || names.some((name) => JSON.stringify(call).includes(name)))
}

/** What others are made of comes first; what is made of something broken would only repeat it. */
function refusalsOf(platform: Platform): Refusal[] {
  const { documents } = platform
  const refusals: Refusal[] = []
  const attempt = (kind: Kind, id: string, work: () => void): void => {
    try {
      work()
    } catch (error) {
      if (!(error instanceof AgonError || error instanceof ExpressionError)) throw error
      refusals.push({ kind, id, error })
    }
  }
  const base = sameParts(
    'compiled',
    BASE.flatMap((kind): unknown[] => [...documents[kind].values()]),
  )
  const calls = callsToMake(platform, base)
  const isSound = soundBases.has(base)
  if (isSound && calls.length === 0) return []
  if (!isSound)
    for (const entity of documents.entity.values()) for (const work of partsOf(entity, platform)) attempt('entity', entity.id, work)
  if (refusals.length > 0) return refusals
  const tables = tableModels(platform)
  const flows = new Map<string, Flow>()
  for (const flow of documents.flow.values())
    attempt('flow', flow.id, () => {
      flows.set(flow.id, compileFlow(flow, platform, tables))
    })
  for (const feature of documents.feature.values()) attempt('feature', feature.id, () => void compileFeature(feature, platform))
  for (const timer of documents.timer.values()) attempt('timer', timer.id, () => void compileTimer(timer, platform, tables))
  if (refusals.length > 0) return refusals
  soundBases.add(base)
  // handlers and the shapes of inputs are held by the linker
  const inputs = { of: () => () => [], known: () => undefined, settle() {} }
  const context = { platform, tables, flows, inputs, features: compileFeatures(platform), isRunning: true }
  const deps = { handlers: new Map(), config: { checkOutputs: false } }
  for (const call of calls)
    attempt('call', call.id, () => {
      compileCall(call, { ...context, deps })
      madeOn.set(call, base)
    })
  return refusals
}

/** Computed fields, rules and the time of a row that is final: each by itself. */
function partsOf(entity: EntityDocument, platform: Platform): (() => void)[] {
  const { fields, checks = [], final } = entity
  const conditions = [...checks.map(({ cel }) => cel), ...(typeof final === 'object' && final.when ? [final.when.cel] : [])]
  return [
    ...Object.values(fields).flatMap(({ computed }) => (computed ? [() => void celToSql({ cel: computed.cel, entity, platform })] : [])),
    ...conditions.map((cel) => () => void celToSql({ cel, entity, platform }).checkSql()),
  ]
}

function failureOf(error: Refusal['error']): Omit<DocumentFailure, 'file' | 'path'> {
  const code = (error.code === 'CEL_SQL' ? 'CEL_SQL' : 'STATEMENT') satisfies FailureCode
  const { part, reason } = error instanceof AgonError ? error.details : {}
  if (code === 'CEL_SQL')
    return {
      code,
      expected: 'an expression that SQL can say, because the database answers it',
      found: `${String(part)}: ${String(reason)}`,
      suggestion: 'compare, use && and ||, in, rows() and the functions that SQL has, or give it as a value that does not read row',
    }
  const found = typeof reason === 'string' ? reason : error.message
  return { code, expected: 'a document of which a statement can be made', found, suggestion: 'name what is there, and what may be read' }
}

function expressionOf(error: Refusal['error']): string | undefined {
  const { expression, part, field } = error instanceof AgonError ? error.details : {}
  return [expression, part, field].find((text) => typeof text === 'string') as string | undefined
}

/** Where an expression or the name of a field stands in the long form: where it is the whole text, in what the call does first, else where it is a part of
 *  one; '' when it is nowhere. */
function placeOf(content: object | undefined, expression: string | undefined): string {
  if (content === undefined || expression === undefined) return ''
  const operation = 'operation' in content ? content.operation : undefined
  const isWhole = (text: string) => text === expression
  const found = find(operation, '/operation', isWhole) ?? find(content, '', isWhole)
  return found ?? find(content, '', (text) => text.includes(expression)) ?? ''
}

function find(value: unknown, path: string, isIt: (text: string) => boolean): string | undefined {
  if (typeof value === 'string') return isIt(value) ? path : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, item] of Object.entries(value)) {
    const found = find(item, pointer(path, key), isIt)
    if (found !== undefined) return found
  }
  return undefined
}
