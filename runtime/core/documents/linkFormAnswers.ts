/** Checks of `form` of a write: the form is there, its context and earlier answers are what it knows, and what is answered is an input. */
import type { CallDocument, EntityDocument, FormAnswers } from '../documents.ts'
import type { ScopeTypes } from '../expressions/types.ts'
import { pointer } from './failure.ts'
import { type ExpressionPlace, linkCel, linkValues } from './linkExpressions.ts'
import type { Linker } from './linker.ts'
import { linkParameter } from './linkParameter.ts'
import { formTypes, rowType } from './scopeTypes.ts'

/** @param place  of the key `form`; its scope is the operation's. @returns what the values to write see beside that scope */
export function linkFormAnswers(
  linker: Linker,
  place: ExpressionPlace,
  call: CallDocument,
  { id, answers, context, previous }: FormAnswers,
  entity: EntityDocument,
): ScopeTypes {
  const { document, path, scope } = place
  const form = linker.index.get('form', id)
  if (answers) linkCel(linker, { document, path: `${path}/answers`, scope }, answers)
  else linkParameter(linker, document, `${path}/answers`, call, 'answers')
  const seen: ScopeTypes = { ...scope, row: rowType(entity, linker.index, 'plain') }
  linkValues(linker, { document, path: `${path}/context`, scope: seen }, context)
  linkValues(linker, { document, path: `${path}/previous`, scope: seen }, previous)
  if (!form) return { answers: 'dyn', formHash: 'string' }
  const known = (key: string, names: readonly string[], given: object = {}): void => {
    for (const name of Object.keys(given))
      linker.known(
        document,
        'FIELD_UNKNOWN',
        pointer(`${path}/${key}`, name),
        `a name in ${key === 'context' ? 'context' : 'the fields'} of ${id}`,
        name,
        names,
      )
  }
  known('context', Object.keys(form.context ?? {}), context)
  known('previous', Object.keys(form.schema.properties), previous)
  return { answers: { fields: formTypes(form.schema.properties) }, formHash: 'string' }
}
