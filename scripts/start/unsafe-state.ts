/** What is unsafe about a deployment that only the server can tell: which services keep messages on the platform, and who has an account. */
import type { MessageChannel } from '../../runtime/core/contracts.ts'
import type { ServerDeps } from '../../runtime/server/server-context.ts'
import { demoAccounts } from '../seed/demo-accounts.ts'
import type { StartSettings } from './read-settings.ts'
import type { UnsafeSettings } from './unsafe-settings.ts'

/** The demonstration itself is told of nothing: it is what it is. */
export async function unsafeState(settings: StartSettings, deps: ServerDeps): Promise<UnsafeSettings> {
  if (settings.demonstration) return { refused: [], warned: [] }
  const names = (await demoAccounts(deps.db)).map(({ name }) => name)
  const known =
    names.length > 0
      ? [`accounts of the demonstration can sign in (${names.join(', ')}), and everybody knows their passwords: npm run demo:remove`]
      : []
  const local = localServices(deps)
  return settings.production ? { refused: known, warned: local } : { refused: [], warned: [...known, ...local] }
}

function localServices({ platform, services }: ServerDeps): string[] {
  return [...platform().documents.service.values()]
    .filter(({ id }) => services.providers.get<MessageChannel>(id)?.provider.local)
    .map(
      ({ delivery, choice }) =>
        `${choice.env} is not set: codes and links by ${delivery?.channel} reach nobody, and staff read them at /admin/outbox`,
    )
}
