/** Keeps a draft. A device that has not seen the newest draft does not overwrite it: it gets DRAFT_CONFLICT and asks the person. */
import { defineHandler } from '../../../core/contracts.ts'
import { type Draft, readDraft } from '../../drafts/readDraft.ts'

const MAX_CHARACTERS = 500_000
/** A path of this site, with its query. */
const WITHIN = /^\/(?![/\\])/

export default defineHandler('platform.draft.save', async ({ key, hash, answers, page, revision = 0 }, context) => {
  const { db, session, now, fail } = context
  const text = JSON.stringify(answers)
  if (text.length > MAX_CHARACTERS) fail('DRAFT_TOO_LARGE', { max: MAX_CHARACTERS })
  // the call's lock holds other devices of the person off until this one is done
  const stored = await readDraft(key, context)
  if (stored && stored.revision !== revision) fail('DRAFT_CONFLICT', { stored, own: { key, hash, answers, revision } })
  const kept = page !== undefined && WITHIN.test(page) ? { page } : {}
  const values = {
    ...kept,
    hash,
    answers: text,
    revision: (stored?.revision ?? 0) + 1,
    savedAt: now.toISOString(),
    updatedAt: now.toISOString(),
  }
  await db
    .insertInto('platform_draft')
    .values({ ownerId: session.userId!, key, ...values })
    .onConflict((conflict) => conflict.columns(['ownerId', 'key']).doUpdateSet(values))
    .execute()
  return (await readDraft(key, context)) as Draft
})
