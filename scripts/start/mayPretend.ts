/** Whether providers that only pretend may serve a database: a new one, which gets the demonstration, and one that still holds it. Where people have begun real
 *  work, after `npm run demo:remove` or without a demonstration from the beginning, no one must take a payment for real that is none. */
import { connectClient } from '../../runtime/server/database/connectClient.ts'

export async function mayPretend(databaseUrl: string): Promise<boolean> {
  const client = await connectClient(databaseUrl)
  try {
    const { rows: tables } = await client.query(
      `SELECT to_regclass('platform_demonstration') AS note, to_regclass('account_user') AS people`,
    )
    if (tables[0].note === null || tables[0].people === null) return true
    const { rows } = await client.query(`SELECT coalesce((SELECT "removedAt" IS NULL FROM platform_demonstration LIMIT 1),
      NOT EXISTS (SELECT FROM account_user)) AS may`)
    return rows[0].may
  } finally {
    await client.end()
  }
}
