/** Accounts for staff: all of them for who may manage accounts everywhere, for others the members of their organisations. Phones and emails are masked,
 *  and found by the whole number or address only. What reaches beyond the own organisation (disabling an account) is for the former, and each row says so. */
import { sql } from 'kysely'
import { defineHandler } from '../../runtime/core/contracts.ts'
import { type Accounts, accountsInReach, managedOrganisations } from './accountsInReach.ts'
import { normaliseAccount } from './findAccount.ts'
import { maskAddress } from './proofs.ts'

interface Input {
  search?: string
  state?: string
  sort?: string
  pageNum?: number
  pageSize?: number
}
interface Row {
  userName: string
  phone: string | null
  email: string | null
}

const SORTED = ['createdAt', 'name', 'userName']
const FIELDS = ['u.id', 'u.userName', 'u.name', 'u.phone', 'u.email', 'u.state', 'u.expiresAt', 'u.createdAt'] as const

export default defineHandler<Input>('account.list', async (input, context) => {
  const { pageNum = 1, pageSize = 20, sort = '-createdAt' } = input
  const found = narrowed(accountsInReach(context), input)
  const { total } = await found.select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirstOrThrow()
  const field = sort.replace(/^-/, '')
  const rows = await found
    .select(FIELDS)
    .orderBy(`u.${SORTED.includes(field) ? field : 'createdAt'}`, sort.startsWith('-') ? 'desc' : 'asc')
    .orderBy('u.id', 'desc')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute()
  const manageable = managedOrganisations(context) === null
  return { list: rows.map((row) => ({ ...row, ...masked(row as Row), manageable })), total: Number(total), pageNum, pageSize }
})

/** Who registers with a phone or an email has it as the user name too. */
function masked({ userName, phone, email }: Row): Row {
  return {
    userName: userName === phone || userName === email ? maskAddress(userName) : userName,
    phone: phone && maskAddress(phone),
    email: email && maskAddress(email),
  }
}

/** A part of a number would find it digit by digit: only the whole one does. */
function narrowed(found: Accounts, { search, state }: Input): Accounts {
  const inState = state ? found.where('u.state', '=', state) : found
  if (!search?.trim()) return inState
  const words = `%${search.trim().replace(/[\\%_]/g, '\\$&')}%`
  const whole = normaliseAccount(search)
  return inState.where(({ eb, or, and }) =>
    or([
      eb('u.name', 'ilike', words),
      and([
        eb('u.userName', 'ilike', words),
        sql<boolean>`u."userName" is distinct from u."phone" and u."userName" is distinct from u."email"`,
      ]),
      ...['u.userName', 'u.phone', 'u.email'].map((field) => eb(field, '=', whole)),
    ]),
  )
}
