/** Who organises here: the organisations of the competitions published last. Looks at a bounded number of competitions, however many there are. */
import { defineHandler, type HandlerContext, type StoredFile } from '../../runtime/core/contracts.ts'

const MAX_ORGANISERS = 12
const COMPETITIONS_LOOKED_AT = 300

export default defineHandler('shell.organisers', async (_input, context) => {
  const ids = await latestOrganisations(context)
  if (ids.length === 0) return []
  const [organisations, settings] = await Promise.all([
    context.db.selectFrom('organisation_organisation').select(['id', 'name']).where('id', 'in', ids).execute(),
    context.db.selectFrom('shell_setting').select(['groupId', 'logo']).where('groupId', 'in', ids).execute(),
  ])
  const names = new Map(organisations.map(({ id, name }) => [String(id), name as { zh: string; en: string }]))
  const logos = new Map(settings.map(({ groupId, logo }) => [groupId, logo as StoredFile | null]))
  return ids.map((id) => ({ id, name: names.get(id)!, logo: logos.get(id) ?? null }))
})

async function latestOrganisations({ db, now }: Pick<HandlerContext, 'db' | 'now'>): Promise<string[]> {
  const rows = await db
    .selectFrom('competition_competition')
    .select(['organisationId', 'signupStart'])
    .where('published', '=', true)
    .where('visibility', '=', 'public')
    .where('deletedAt', 'is', null)
    .orderBy('publishedAt', 'desc')
    .limit(COMPETITIONS_LOOKED_AT)
    .execute()
  const begun = rows.filter(({ signupStart }) => signupStart !== null && new Date(signupStart as string) <= now)
  return [...new Set(begun.map(({ organisationId }) => String(organisationId)))].slice(0, MAX_ORGANISERS)
}
