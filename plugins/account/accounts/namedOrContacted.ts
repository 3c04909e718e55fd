/** Accounts (alias `u`) by words: a part of the name, or a whole phone, email or username. A part of a number would find it digit by digit. */
import { type ExpressionBuilder, sql } from 'kysely'
import { normaliseAccount } from './findAccount.ts'

/** SQL condition on `account_user` (alias `u`). */
export function namedOrContacted(search: string) {
  const words = `%${search.trim().replace(/[\\%_]/g, '\\$&')}%`
  const whole = normaliseAccount(search)
  // biome-ignore lint/suspicious/noExplicitAny: tables are declared in JSON
  return ({ eb, or, and }: ExpressionBuilder<any, any>) =>
    or([
      eb('u.name', 'ilike', words),
      and([
        eb('u.userName', 'ilike', words),
        sql<boolean>`u."userName" is distinct from u."phone" and u."userName" is distinct from u."email"`,
      ]),
      ...['u.userName', 'u.phone', 'u.email'].map((field) => eb(field, '=', whole)),
    ])
}
