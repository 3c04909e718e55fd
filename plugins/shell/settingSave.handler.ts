/** Changes parts of a group's page settings, and keeps what they were for undoing. */
import { defineHandler, type HandlerContext, type StoredFile } from '../../runtime/core/contracts.ts'
import { groupOfHost } from './groupOfHost.ts'
import { actingSetting, NOTHING_SET, PLATFORM_GROUP, readSetting } from './pageSetting.ts'
import { storeSetting, valuesOf } from './storeSetting.ts'

export default defineHandler('shell.settingSave', async (change, context) => {
  const { groupId } = change
  await context.lock('pageSetting', groupId)
  await assertGroup(groupId, context)
  if (change.theme && !context.platform.documents.skin.has(change.theme)) context.fail('THEME_UNKNOWN', { theme: change.theme })
  const before = await readSetting(context, groupId)
  const previous = before ? valuesOf(before) : NOTHING_SET
  const after = {
    logo: change.logo === undefined ? previous.logo : await storedLogo(change.logo as { id: string }[], context),
    theme: change.theme === undefined ? previous.theme : change.theme || null,
    partner: change.partner ?? previous.partner,
    domain: change.domain === undefined ? previous.domain : await freeDomain(change.domain, groupId, context),
  }
  await storeSetting(context, { groupId, before, after, previous })
  return actingSetting(context, groupId)
})

async function assertGroup(groupId: string, { db, fail }: HandlerContext): Promise<void> {
  if (groupId === PLATFORM_GROUP) return
  const row = await db.selectFrom('organisation_organisation').select('id').where('id', '=', groupId).executeTakeFirst()
  if (!row) fail('NOT_FOUND', { entity: 'organisation.organisation', id: groupId })
}

async function freeDomain(given: string, groupId: string, context: HandlerContext): Promise<string | null> {
  if (given === '') return null
  const domain = given.toLowerCase()
  const owner = await groupOfHost(domain, context)
  return owner !== null && owner !== groupId ? context.fail('DOMAIN_TAKEN', { domain }) : domain
}

// The facts of the file as the server knows them, not as they were sent.
async function storedLogo([given]: { id: string }[], { files, fail, session }: HandlerContext): Promise<StoredFile | null> {
  if (!given) return null
  const file = await files.get(given.id)
  return file?.ownerId === session.userId ? file : fail('NOT_FOUND', { entity: 'platform.file', id: given.id })
}
