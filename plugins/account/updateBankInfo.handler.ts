/** Small facts of the own account that the pages keep: so far the guides seen. What is sent is added to what is known, so that two open tabs do
 *  not take each other's guides away. */
import { sql } from 'kysely'
import { defineHandler } from '../../runtime/core/contracts.ts'

/** Names of guides -> 1. */
type Guides = Record<string, 1>
const MOST = 100
const NAME = /^\w{1,40}$/

export default defineHandler<{ noviceGuide?: string }>('account.updateBankInfo', async ({ noviceGuide }, { db, session, fail }) => {
  if (noviceGuide === undefined) return { noviceGuide: null }
  const seen = parseGuides(noviceGuide) ?? fail('GUIDE_SYNTAX')
  const row = await db
    .updateTable('account_user')
    .set({ noviceGuide: sql`coalesce("noviceGuide", '{}'::jsonb) || ${JSON.stringify(seen)}::jsonb` })
    .where('id', '=', session.userId)
    .returning('noviceGuide')
    .executeTakeFirstOrThrow()
  return { noviceGuide: row.noviceGuide as Guides }
})

function parseGuides(text: string): Guides | null {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
    const entries = Object.entries(value)
    return entries.length <= MOST && entries.every(([name, seen]) => NAME.test(name) && seen === 1) ? (value as Guides) : null
  } catch {
    return null
  }
}
