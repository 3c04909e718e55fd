/** Checks of `matching`: its list answers rows with ids, the call takes ids and answers a figure, and the way back takes one id. */
import type { CallDocument, JsonSchema } from '../documents.ts'
import { DATETIME, type ScopeTypes } from '../expressions/types.ts'
import type { LinkedDocument } from './documentIndex.ts'
import type { Linker } from './linker.ts'
import { linkInput } from './linkInput.ts'
import { linkParameter } from './linkParameter.ts'
import { answerType, inputType, SESSION_TYPE } from './scopeTypes.ts'

export function linkMatching(linker: Linker, document: LinkedDocument, call: CallDocument): void {
  const { matching } = call
  if (!matching) return
  const report = (path: string, expected: string, found: string, suggestion: string): void =>
    linker.report(document, { code: 'VALUE', path: `/matching/${path}`, expected, found, suggestion })
  const ids = (call.input?.properties as Record<string, JsonSchema> | undefined)?.[matching.ids]
  if (linkParameter(linker, document, '/matching/ids', call, matching.ids) && ![ids?.type].flat().includes('array'))
    report('ids', 'a parameter that is a list of ids', `"${matching.ids}"`, 'name the parameter that holds the ids')
  const list = linker.index.get('call', matching.list)
  const rows = list && answerType(list, linker.index)
  if (typeof rows === 'object' && 'fields' in rows && !Object.hasOwn(rows.fields, 'list'))
    report('list', 'a call that answers rows', `"${matching.list}"`, 'name a call of kind list')
  const answer = answerType(call, linker.index)
  if (typeof answer === 'object' && 'fields' in answer)
    linker.known(
      document,
      'OUTPUT_UNKNOWN',
      '/matching/done',
      `a key of the output of ${call.id}`,
      matching.done,
      Object.keys(answer.fields),
    )
  if (!matching.undo) return
  const scope: ScopeTypes = { input: inputType(call, linker.index), session: SESSION_TYPE, now: DATETIME, lang: 'string', item: 'string' }
  linkInput(linker, { document, path: '/matching/undo/input', scope }, matching.undo.call, matching.undo.input)
}
