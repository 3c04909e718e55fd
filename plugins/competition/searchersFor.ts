/** Who saved a search of the list of competitions that one competition meets. */
import { type ExpressionBuilder, sql } from 'kysely'
import type { Database } from '../../runtime/core/contracts.ts'
import type { Tables } from '../generated/tables.ts'
import type { Competition } from './competition.ts'

const SAME = ['level', 'type', 'mode', 'region', 'audience', 'language', 'venue'] as const

/** @returns ids of the people, each once; a condition that a search leaves out holds. A keyword is looked for as it stands in title and organisers. */
export async function searchersFor(competition: Competition, db: Database): Promise<string[]> {
  const { id, title, organisers, subject, mode } = competition
  const words = [title, organisers].flatMap((text) => (text === null ? [] : [text.zh, text.en])).join('\n')
  const charge = (await asksFee(id, db)) ? 'paid' : 'free'
  let found = db.selectFrom('competition_savedSearch').select('userId').distinct()
  for (const name of SAME) found = found.where((eb) => eb.or([eb(name, 'is', null), eb(name, '=', competition[name])]))
  const rows = await found
    .where((eb) => eb.or([eb('charge', 'is', null), eb('charge', '=', charge)]))
    .where((eb) => eb.or([eb('subject', 'is', null), sql<boolean>`starts_with(${subject ?? ''}::text, ${eb.ref('subject')})`]))
    .where((eb) => eb.or([eb('search', 'is', null), sql<boolean>`position(lower(${eb.ref('search')}) in lower(${words}::text)) > 0`]))
    .where((eb) => eb.or([eb('people', 'is', null), ...(mode === 'team' ? [] : [eb('people', '=', 1)]), ...teamOf(competition, eb)]))
    .execute()
  return rows.map(({ userId }) => userId)
}

type Searches = ExpressionBuilder<Tables, 'competition_savedSearch'>

function teamOf({ mode, teamMin, teamMax }: Competition, eb: Searches) {
  if (mode === 'individual') return []
  const max = teamMax === null ? [] : [eb('people', '<=', teamMax)]
  return [eb.and([eb('people', '>', 1), eb('people', '>=', teamMin ?? 1), ...max])]
}

async function asksFee(competitionId: string, db: Database): Promise<boolean> {
  const event = db.selectFrom('competition_event').select('id').where('competitionId', '=', competitionId)
  const isPaid = event.where('removedAt', 'is', null).where('fee', '>', 0).limit(1).executeTakeFirst()
  const fee = db.selectFrom('pay_fee').select('id').where('competitionId', '=', competitionId).limit(1).executeTakeFirst()
  return (await isPaid) !== undefined || (await fee) !== undefined
}
