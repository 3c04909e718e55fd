/** Answers the boot data of the browser, including the session. */
import { defineHandler, type FormService } from '../../core/contracts.ts'
import type { FormDocument } from '../../core/documents.ts'
import { sessionFacts } from '../../core/permissions.ts'
import type { ValidatorHashes } from '../../core/wire.ts'
import { describeBoot } from '../screens/describeBoot.ts'

export default defineHandler('platform.boot', async (_input, { platform, session, db, documents, mode }) => {
  const facts = sessionFacts(session)
  const row =
    session.userId === null
      ? null
      : await db.selectFrom('account_user').select(['id', 'name', 'nickname', 'icon']).where('id', '=', session.userId).executeTakeFirst()
  const screens = describeBoot(platform, session)
  const validators = await validatorsOf(screens.forms, documents.forms)
  return { ...screens, mode, validators, session: { user: row ?? null, facts, permissions: facts.permissions } }
})

/** Forms that frames show: their validators come along. */
async function validatorsOf(documents: Record<string, FormDocument>, forms: FormService): Promise<ValidatorHashes> {
  const named = await Promise.all(Object.values(documents).map(async (form) => [form.id, (await forms.validator(form)).hash] as const))
  return Object.fromEntries(named)
}
