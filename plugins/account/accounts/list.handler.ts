/** Accounts for staff: all of them for people who may manage accounts everywhere, else the members of the asker's organisations. Phones and emails
 *  are masked, and search finds them only by the whole number or address. Only people who manage accounts everywhere may disable one; each row says whether the
 *  asker may. */
import { defineHandler, type HandlerInput } from '../../../runtime/core/contracts.ts'
import { maskRow } from '../../../runtime/core/masking/entityMasks.ts'
import type { Platform } from '../../../runtime/core/platform.ts'
import { type Accounts, accountsInReach, managedOrganisations } from './accountsInReach.ts'
import { namedOrContacted } from './namedOrContacted.ts'

const SORTED = ['createdAt', 'name', 'userName'] as const
const FIELDS = ['u.id', 'u.userName', 'u.name', 'u.phone', 'u.email', 'u.state', 'u.expiresAt', 'u.createdAt'] as const

export default defineHandler('account.list', async (input, context) => {
  const { pageNum = 1, pageSize = 20, sort = '-createdAt' } = input
  const found = narrowed(accountsInReach(context), input, context.platform)
  const { total } = await found.select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirstOrThrow()
  const field = SORTED.find((name) => name === sort.replace(/^-/, '')) ?? 'createdAt'
  const rows = await found
    .select(FIELDS)
    .orderBy(`u.${field}`, sort.startsWith('-') ? 'desc' : 'asc')
    .orderBy('u.id', 'desc')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute()
  const manageable = managedOrganisations(context) === null
  return {
    list: rows.map((row) => ({ ...maskRow(row, 'account.user', context.platform), manageable })),
    total: Number(total),
    pageNum,
    pageSize,
  }
})

function narrowed(found: Accounts, { search, state }: HandlerInput<'account.list'>, platform: Platform): Accounts {
  const inState = state ? found.where('u.state', '=', state) : found
  return search?.trim() ? inState.where(namedOrContacted(search, platform)) : inState
}
