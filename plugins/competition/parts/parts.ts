/** What belongs to a competition: the rows that a copy takes along, and that a file holds. One list for both, in the order in which they are written: a row names
 *  rows of parts before, or earlier ones of its own part. Areas that this one does not know give their parts at the point `competition.parts`. */
import type { EntityTypes, HandlerContext } from '../../../runtime/core/contracts.ts'
import type { FormDocument } from '../../../runtime/core/documents.ts'
import type { DocumentFailure } from '../../../runtime/core/platform.ts'
import { competitionFormFailures } from '../competitionFormFailures.ts'
import { namingFields } from '../fixedNames.ts'
import type { MoveTime, TimeDistance } from '../movedTime.ts'
import { fitAgreement, latestAgreements } from './agreements.ts'
import type { Sources } from './Sources.ts'

export type ContentRow = Readonly<Record<string, unknown>>
/** New ids by the old ones, of each part that was written; of documents under the name of their kind. */
export type Written = Map<string, Map<string, string>>

/** Where the rows are written to. */
export interface Place {
  competitionId: string
  organisationId: string
  move: MoveTime
  distance: TimeDistance
  written: Written
}

export interface Part extends PartRules {
  entity: keyof EntityTypes & string
  /** Of the rows of the competition, those with these values. */
  where?: ContentRow
  /** Rows that name a row of this part instead of the competition. */
  of?: { field: string; entity: string }
  pick?(rows: readonly ContentRow[]): ContentRow[]
  /** Values that each row begins with. */
  fresh: ContentRow
  /** Fields that name rows of a part, one or a list. */
  refs?: Readonly<Record<string, string>>
  /** Fields that no file holds: of people, or of the bank account of one organisation. */
  unfiled?: readonly string[]
}

/** Rules of the rows of a part. Areas give those of their entities at the point `competition.part`, by entity. */
export interface PartRules {
  /** Changes a row to fit its new place; null: it stays behind. */
  fit?(row: ContentRow, place: Place, context: HandlerContext): ContentRow | null | Promise<ContentRow | null>
  /** Mistakes of a form that the row names in `field`, for its purpose. */
  formFailures?(field: string, form: FormDocument, row: ContentRow): DocumentFailure[]
  /** What else a new row needs. @param row  as it was; @param id  of the new one */
  complete?(row: ContentRow, id: string, place: Place, sources: Sources, context: HandlerContext): Promise<void>
  /** When a whole file is taken in. @throws what a row of it would be refused with */
  check?(competitionId: string, context: HandlerContext): Promise<void>
}

/** Parts of an area, in the order in which they are written. */
export interface GivenParts {
  /** Entity of the part after which they are written: they name its rows, or those of parts before it. Without it they are the last. */
  after?: keyof EntityTypes & string
  parts: readonly Part[]
}

declare module '../../../runtime/core/contracts.ts' {
  interface ExtensionPoints {
    'competition.part': PartRules
    'competition.parts': GivenParts
  }
}

export const ROOT: Part = {
  entity: 'competition.competition',
  fresh: {
    ...{ taken: 0, paused: false, published: false, publishedAt: null, deletedAt: null, auditState: 'none', revision: 1, source: null },
  },
  formFailures: (field, form, row) => competitionFormFailures(field, form, namingFields(row)),
}

const PARTS: readonly Part[] = [
  {
    entity: 'competition.event',
    where: { removedAt: null },
    fresh: { taken: 0, paused: false },
    // an event with the form of its competition has that of the new one
    fit: (row, { written }) => ({ ...row, formId: written.get('form')?.get(String(row.formId)) ?? row.formId }),
  },
  { entity: 'competition.milestone', fresh: {} },
  { entity: 'competition.sponsor', fresh: {} },
  { entity: 'competition.download', fresh: {} },
  { entity: 'customPage.page', where: { removedAt: null }, fresh: {} },
  { entity: 'customPage.version', of: { field: 'pageId', entity: 'customPage.page' }, fresh: {} },
  // supporting documents belong to one edition: the next one needs new ones
  { entity: 'competitionInfo.info', fresh: { papers: null, thumb: null }, unfiled: ['contactName'] },
  { entity: 'pay.setting', fresh: { enabled: false }, unfiled: ['remittance', 'remittanceAccount'] },
  { entity: 'pay.fee', fresh: {}, refs: { eventId: 'competition.event' } },
  { entity: 'pay.tier', fresh: {} },
  {
    entity: 'review.round',
    where: { removedAt: null },
    fresh: { frozenAt: null, revision: 1 },
    refs: { eventIds: 'competition.event', fromRoundId: 'review.round' },
  },
  {
    entity: 'ranking.list',
    where: { removedAt: null },
    fresh: {
      ...{ state: 'draft', version: 1, frozenVersion: 0, publishedVersion: null, publishedAt: null },
      ...{ objectionsUntil: null, finalComment: null, sentBackReason: null },
    },
    refs: { eventId: 'competition.event' },
  },
  { entity: 'certificate.template', fresh: { documentId: null, pictures: null, unread: null, state: 'draft' } },
  { entity: 'certificate.series', fresh: { nextNumber: 1 } },
  { entity: 'agreement.version', pick: latestAgreements, fresh: { publishedAt: null, endedAt: null, number: 1 }, fit: fitAgreement },
]

/** All parts, those that other areas give too. */
export function partsOf({ extensions }: Pick<HandlerContext, 'extensions'>): readonly Part[] {
  return [...extensions('competition.parts').values()].reduce<readonly Part[]>((known, { after, parts }) => {
    const at = known.findIndex(({ entity }) => entity === after)
    return known.toSpliced(at < 0 ? known.length : at + 1, 0, ...parts)
  }, PARTS)
}

/** Its own rules, or those that its area gives. */
export function rulesOf(part: Part, { extensions }: Pick<HandlerContext, 'extensions'>): PartRules {
  return extensions('competition.part').get(part.entity) ?? part
}
