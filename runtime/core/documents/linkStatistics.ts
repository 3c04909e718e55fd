/** Statistics over answers or fields of rows. */
import type { CallDocument, EntityDocument, Operation } from '../documents.ts'
import { linkAnswersOf } from './linkAnswersOf.ts'
import { linkDrafts } from './linkDrafts.ts'
import { type ExpressionPlace, linkCel, linkRowPaths } from './linkExpressions.ts'
import type { Linker } from './linker.ts'
import { linkFieldName } from './linkFieldName.ts'
import { linkFilters } from './linkList.ts'
import { fieldOf } from './scopeTypes.ts'

type Statistics = Extract<Operation, { kind: 'statistics' }>

/** What each field of `answers` has to be. */
const ANSWER_TYPES = {
  form: 'string',
  values: 'json',
  submitted: 'datetime',
  started: 'datetime',
  last: 'string',
  score: 'number',
} as const

export function linkStatistics(
  linker: Linker,
  place: ExpressionPlace,
  call: CallDocument,
  operation: Statistics,
  entity: EntityDocument,
): void {
  const { document } = place
  linkFilters(linker, document, operation, entity)
  const { drafts, ...fields } = operation.answers
  if (drafts) linkDrafts(linker, place, call, drafts)
  for (const [name, field] of Object.entries(fields) as [keyof typeof ANSWER_TYPES, string][]) {
    const path = `/operation/answers/${name}`
    linkFieldName(linker, document, entity, path, field)
    const type = fieldOf(entity, field)?.type
    if (type === undefined || type === ANSWER_TYPES[name]) continue
    linker.report(document, {
      code: 'FIELD_TYPE',
      path,
      expected: `a field of type ${ANSWER_TYPES[name]}`,
      found: `"${field}" of type ${type}`,
      suggestion: `name a field of type ${ANSWER_TYPES[name]}`,
    })
  }
  linkAnswersOf(linker, document, '/operation/answers', entity, { hash: operation.answers.form, answers: operation.answers.values })
  if (operation.smallest === undefined) return
  const here = { ...place, path: '/operation/smallest/where' }
  linkRowPaths(linker, here, linkCel(linker, here, operation.smallest.where, 'boolean'), entity)
}
