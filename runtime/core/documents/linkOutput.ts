/** What a call answers: fields of the row, values, names of other rows. */
import type { CallDocument, EntityDocument, OutputField, RowName } from '../documents.ts'
import { isOfRows } from '../isOfRows.ts'
import type { LinkedDocument } from './documentIndex.ts'
import { pointer } from './failure.ts'
import { linkAnswersTo } from './linkAnswersTo.ts'
import { type ExpressionPlace, linkCel } from './linkExpressions.ts'
import type { Linker } from './linker.ts'
import { fieldNames, followPath, outputName, outputScope, rowType } from './scopeTypes.ts'
import { suggest } from './suggest.ts'

/** Fields are chosen of rows alone. */
export function linkOtherOutput(linker: Linker, document: LinkedDocument, { operation, output }: CallDocument): void {
  if (operation === undefined || isOfRows(operation) || !Array.isArray(output)) return
  const suggestion = 'write the schema of the data: { "type": "object", "properties": ... }'
  linker.report(document, { code: 'VALUE', path: '/output', expected: 'a JSON Schema', found: 'a list of fields', suggestion })
}

/** What a call answers of its rows. */
export function linkOutput(linker: Linker, place: ExpressionPlace, call: CallDocument, entity: EntityDocument): void {
  if (!Array.isArray(call.output)) return
  const { input: _, ...rest } = place.scope
  const scope = { ...rest, row: rowType(entity, linker.index, 'plain') }
  const seen = new Set<string>()
  for (const [index, field] of (call.output as OutputField[]).entries()) {
    const here = { ...place, scope, path: `/output/${index}` }
    if (typeof field !== 'string' && 'cel' in field) {
      linkCel(
        linker,
        { ...here, scope: outputScope(field.cel, scope, entity, linker.index), path: `/output/${index}/cel`, rows: { entity, open: true } },
        field.cel,
      )
    } else if (typeof field !== 'string' && 'answersTo' in field) linkAnswersTo(linker, here, call, field.answersTo, entity)
    else if (typeof field !== 'string' && 'labelOf' in field) linkLabelOf(linker, here, call, field.labelOf)
    else if (typeof field !== 'string' && 'job' in field) linkQueued(linker, here, call, field.job)
    else linkOutputPath(linker, here, typeof field === 'string' ? field : field.from, typeof field !== 'string', entity)
    const name = outputName(field)
    if (seen.has(name)) reportTwice(linker, place.document, here.path, name)
    seen.add(name)
  }
}

/** The id of a job is known to the call that queues it. */
function linkQueued(linker: Linker, { document, path }: ExpressionPlace, { do: effects = [] }: CallDocument, handler: string): void {
  const queued = effects.flatMap((effect) => ('job' in effect ? [effect.job.handler] : []))
  linker.known(document, 'OUTPUT_UNKNOWN', `${path}/job`, 'the handler of a job that "do" of this call queues', handler, queued)
}

/** Only lists look up labels, by fields that are in their output. */
function linkLabelOf(linker: Linker, { document, path }: ExpressionPlace, call: CallDocument, { entity, id }: RowName): void {
  if (call.operation?.kind !== 'list') {
    linker.report(document, {
      code: 'FIELD_TYPE',
      path: `${path}/labelOf`,
      expected: 'labelOf in an operation of kind list',
      found: `kind ${call.operation?.kind}`,
      suggestion: 'remove it, or use a path through refs',
    })
  }
  const names = (call.output as OutputField[]).filter((field) => typeof field === 'string')
  linker.known(document, 'OUTPUT_UNKNOWN', `${path}/labelOf/entity`, 'a field of the output', entity, names)
  linker.known(document, 'OUTPUT_UNKNOWN', `${path}/labelOf/id`, 'a field of the output', id, names)
}

/** Two entries of the output have one name. */
export function reportTwice(linker: Linker, document: LinkedDocument, path: string, name: string): void {
  linker.report(document, {
    code: 'CODE_DUPLICATE',
    path,
    expected: 'each name of output once',
    found: `"${name}"`,
    suggestion: 'remove one of the two',
  })
}

/** A path of fields in the output: each exists, and leads on by references. */
export function linkOutputPath(
  linker: Linker,
  { document, path }: ExpressionPlace,
  text: string,
  isNamed: boolean,
  entity: EntityDocument,
): void {
  const steps = text.split('.')
  const here = isNamed ? pointer(path, 'from') : path
  const end = followPath(steps, entity, linker.index)
  if ('step' in end && end.reason === 'unknown') {
    const name = steps[end.step] as string
    linker.report(document, {
      code: 'FIELD_UNKNOWN',
      path: here,
      expected: `a field of ${end.entity.id}`,
      found: `"${name}"`,
      suggestion: suggest(name, fieldNames(end.entity)),
    })
  } else if ('step' in end) {
    const found = `"${steps[end.step]}" is no ref`
    linker.report(document, {
      code: 'FIELD_TYPE',
      path: here,
      expected: 'a path through fields of type ref',
      found,
      suggestion: 'end the path there',
    })
  } else if ('field' in end && end.field.computed !== undefined && steps.length > 1) {
    const suggestion = 'compute it in this entity, through the ref'
    linker.report(document, {
      code: 'FIELD_TYPE',
      path: here,
      expected: 'a stored field of the other entity',
      found: `"${text}" ends in a computed field`,
      suggestion,
    })
  } else if ('field' in end && end.field.type === 'secret') {
    linker.report(document, {
      code: 'FIELD_TYPE',
      path: here,
      expected: 'a field that may leave',
      found: `"${text}" is secret`,
      suggestion: 'remove it',
    })
  }
}
