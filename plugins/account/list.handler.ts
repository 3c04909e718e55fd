/** Accounts for staff: all of them for who may manage accounts everywhere, for others the members of their organisations. What reaches beyond the
 *  own organisation (disabling an account) is only for the former, and each row says so. */
import type { SelectQueryBuilder } from 'kysely'
import { type Database, defineHandler } from '../../runtime/core/contracts.ts'
import { objectsWith } from '../../runtime/core/permissions.ts'

interface Input {
  search?: string
  state?: string
  sort?: string
  pageNum?: number
  pageSize?: number
}

const SEARCHED = ['u.name', 'u.userName', 'u.phone', 'u.email'] as const
const SORTED = ['createdAt', 'name', 'userName']
const FIELDS = ['u.id', 'u.userName', 'u.name', 'u.phone', 'u.email', 'u.state', 'u.expiresAt', 'u.createdAt'] as const

export default defineHandler<Input>('account.list', async (input, context) => {
  const { pageNum = 1, pageSize = 20, sort = '-createdAt' } = input
  const places = objectsWith(context.session, 'manageAccount', 'organisation')
  const found = narrowed(accounts(context, places), input)
  const { total } = await found.select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirstOrThrow()
  const field = sort.replace(/^-/, '')
  const rows = await found
    .select(FIELDS)
    .orderBy(`u.${SORTED.includes(field) ? field : 'createdAt'}`, sort.startsWith('-') ? 'desc' : 'asc')
    .orderBy('u.id', 'desc')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute()
  return { list: rows.map((row) => ({ ...row, manageable: places === null })), total: Number(total), pageNum, pageSize }
})

// biome-ignore lint/suspicious/noExplicitAny: tables are declared in JSON
type Accounts = SelectQueryBuilder<any, any, object>

function accounts({ db }: { db: Database }, places: readonly string[] | null): Accounts {
  const all = db.selectFrom('account_user as u') as Accounts
  if (places === null) return all
  return all.where(({ exists, selectFrom }) =>
    exists(
      selectFrom('organisation_member as m')
        .select('m.id')
        .whereRef('m.userId', '=', 'u.id')
        .where('m.organisationId', 'in', places.length > 0 ? [...places] : [null]),
    ),
  )
}

function narrowed(found: Accounts, { search, state }: Input): Accounts {
  const inState = state ? found.where('u.state', '=', state) : found
  if (!search?.trim()) return inState
  const words = `%${search.trim().replace(/[\\%_]/g, '\\$&')}%`
  return inState.where(({ eb, or }) => or(SEARCHED.map((field) => eb(field, 'ilike', words))))
}
