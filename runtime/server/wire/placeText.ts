/** A place in the input of a call as people read it: fields by the titles that their entity gives them, rows by their numbers. */
import type { CallDocument, EntityDocument } from '../../core/documents.ts'
import { isOfRows } from '../../core/isOfRows.ts'
import type { Lang, Platform } from '../../core/platform.ts'
import { entityField } from '../database/tableNames.ts'
import { fillText } from './fillText.ts'
import { localTextOf } from './localTextOf.ts'

/** @param path  JSON pointer into the input. @returns '' for the input as a whole */
export function placeText(callId: string, path: string | undefined, lang: Lang, platform: Platform): string {
  const call = platform.documents.call.get(callId)
  const entity = call && entityOf(call, platform)
  const steps = (path ?? '').split('/').slice(1)
  return steps.map((step) => stepText(step, entity, lang, platform)).join(' ')
}

/** Rows are counted from 1. */
function stepText(step: string, entity: EntityDocument | undefined, lang: Lang, platform: Platform): string {
  if (/^\d+$/.test(step)) return fillText(platform.texts[lang]['place.row'] ?? '{{number}}', { number: Number(step) + 1 }, lang)
  const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
  const title = entity && entityField(entity, name)?.title
  return title ? localTextOf(platform, title)[lang] : name
}

/** What the call writes or reads; of a handler, what its entry in the log is about. */
function entityOf({ operation, log }: CallDocument, platform: Platform): EntityDocument | undefined {
  const ofRows = operation && isOfRows(operation) ? operation : undefined
  const id =
    ofRows?.kind === 'transition' ? platform.documents.flow.get(ofRows.flow)?.entity : (ofRows?.entity ?? (log ? log.entity : undefined))
  return id === undefined ? undefined : platform.documents.entity.get(id)
}
