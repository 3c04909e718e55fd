/** Notifies platform staff of many security events within minutes: in their inbox, and by email where they have an address. Runs without a person. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { enumLabel } from '../../runtime/core/enumLabels.ts'
import { holdsPermission } from '../../runtime/core/permissions.ts'

interface Burst {
  /** A code of `platform.securityKind`. */
  kind: string
  count: number
  minutes: number
  addresses: Counted[]
  accounts: Counted[]
}
interface Counted {
  name: string
  count: number
}

const STAFF = 'managePlatform'
/** Candidates that are looked at: everyone with a role for the whole platform. */
const MAX_PEOPLE = 200

export default defineHandler<'security.burst', Burst>('security.burst', async ({ kind, count, minutes, addresses, accounts }, context) => {
  const label = enumLabel('platform.securityKind', kind, context.platform)
  const facts = { count, minutes, addresses: inWords(addresses), accounts: inWords(accounts) }
  const variables = { kind: label.zh, kindEn: label.en, ...facts }
  for (const { id, email } of await staff(context)) {
    await context.messages.send('security.burst', { userId: id }, variables)
    if (email !== null) await context.messages.send('security.burstMail', { userId: id }, variables)
  }
})

function inWords(counted: readonly Counted[]): string {
  return counted.map(({ name, count }) => `${name} × ${count}`).join(', ') || '-'
}

async function staff({ db, people }: HandlerContext): Promise<{ id: string; email: string | null }[]> {
  const candidates = await db
    .selectFrom('account_user as u')
    .select(['u.id', 'u.email'])
    .where('u.state', '=', 'active')
    .where('u.id', 'in', db.selectFrom('account_grant').select('userId').where('scope', 'is', null))
    .orderBy('u.id')
    .limit(MAX_PEOPLE)
    .execute()
  const found: { id: string; email: string | null }[] = []
  for (const { id, email } of candidates) {
    const { grants } = await people.sessions.rightsOf(id)
    const held = new Set(grants.filter(({ scope }) => scope === null).map(({ permission }) => permission))
    if (holdsPermission(held, STAFF)) found.push({ id, email })
  }
  return found
}
