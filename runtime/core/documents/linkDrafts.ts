/** Statistics that count drafts of answers too. */
import type { CallDocument, Cel } from '../documents.ts'
import { type ExpressionPlace, linkCel } from './linkExpressions.ts'
import type { Linker } from './linker.ts'

/** Drafts have no row that could be checked against the person's reach. */
export function linkDrafts(linker: Linker, place: ExpressionPlace, call: CallDocument, drafts: Cel): void {
  linkCel(linker, { ...place, path: '/operation/answers/drafts' }, drafts, 'string')
  if (typeof call.access !== 'object' || call.access.within === undefined || call.requires !== undefined) return
  linker.report(place.document, {
    code: 'VALUE',
    path: '/operation/answers/drafts',
    expected: 'a call in requires that refuses what is out of reach',
    found: 'access within objects and no requires',
    suggestion: 'name a call in requires that answers for objects within reach',
  })
}
