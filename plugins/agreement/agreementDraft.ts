/** Drafts of agreements: where they belong, who may write them, and what may stand in them. */
import { sql } from 'kysely'
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import type { Row } from '../generated/tables.ts'
import { mayDesign } from '../organisation/mayDesign.ts'
import { CONTRACT_FIELDS, placeholdersOf } from './contractFields.ts'

export type AgreementVersion = Row<'agreement_version'>
export interface Place {
  place: string
  organisationId: string | null
  competitionId: string | null
}

/** A version that the person may write. `lock`: to change it. @throws NOT_FOUND */
export async function readVersion(id: string, context: HandlerContext, { lock = false } = {}): Promise<AgreementVersion> {
  const row = (await context.db
    .selectFrom('agreement_version')
    .selectAll()
    .where('id', '=', id)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()) as AgreementVersion | undefined
  if (!row || !(await mayWrite(row, context))) return context.fail('NOT_FOUND', { entity: 'agreement.version', id })
  return row
}

/** `platform`, `organisation:ID` or `competition:ID`, as far as the person may write there. @throws NOT_FOUND */
export async function readPlace(place: string, context: HandlerContext): Promise<Place> {
  const [kind, id = null] = place.split(':')
  const competition = kind === 'competition' && id !== null ? await organiserOf(id, context) : null
  const found: Place = {
    place,
    competitionId: kind === 'competition' ? id : null,
    organisationId: kind === 'organisation' ? id : competition,
  }
  const exists = kind === 'platform' || (kind === 'competition' ? competition !== null : id !== null)
  if (!exists || !(await mayWrite(found, context))) return context.fail('NOT_FOUND', { entity: 'agreement.version', id: place })
  return found
}

async function organiserOf(id: string, { db }: HandlerContext): Promise<string | null> {
  const row = await db.selectFrom('competition_competition').select('organisationId').where('id', '=', id).executeTakeFirst()
  return row?.organisationId ?? null
}

function mayWrite(
  { competitionId, organisationId }: Pick<Place, 'competitionId' | 'organisationId'>,
  context: HandlerContext,
): Promise<boolean> {
  return mayDesign({ competitionId, organisationId: competitionId === null ? organisationId : null }, context)
}

/** The number after the last version; its draft must be out of the way. @throws AGREEMENT_DRAFT */
export async function nextNumber(purpose: string, place: string, context: HandlerContext): Promise<number> {
  await context.lock('agreement', `${purpose} ${place}`)
  const { rows } = await sql<{ last: number; drafts: number }>`
    SELECT coalesce(max(number), 0)::integer AS last, (count(*) FILTER (WHERE "publishedAt" IS NULL))::integer AS drafts
    FROM agreement_version WHERE purpose = ${purpose} AND place = ${place}`.execute(context.db)
  if (rows[0]!.drafts > 0) context.fail('AGREEMENT_DRAFT')
  return rows[0]!.last + 1
}

/** @throws AGREEMENT_FIELD for a placeholder that a contract does not know */
export function assertFields(purpose: string, texts: readonly LocalText[], { fail }: Pick<HandlerContext, 'fail'>): void {
  if (purpose !== 'contract') return
  const unknown = texts
    .flatMap(({ zh, en }) => [...placeholdersOf(zh), ...placeholdersOf(en)])
    .find((name) => !(CONTRACT_FIELDS as readonly string[]).includes(name))
  if (unknown !== undefined)
    fail('AGREEMENT_FIELD', { found: `{{${unknown}}}`, known: CONTRACT_FIELDS.map((name) => `{{${name}}}`).join(' ') })
}
