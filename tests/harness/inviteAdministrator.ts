/** The link that the console prints, for a server of a test. */
import { type MadeInvite, makeInvite } from '../../plugins/account/accounts/administratorInvites.ts'
import type { TestServer } from './startTestServer.ts'

/** @param isFirst made because there is no administrator */
export async function inviteAdministrator({ server: { deps } }: Pick<TestServer, 'server'>, isFirst = false): Promise<MadeInvite> {
  return makeInvite(deps.db, { platform: deps.platform(), site: deps.config.siteAddress, now: deps.clock(), isFirst })
}
