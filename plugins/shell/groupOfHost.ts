/** The organisation whose pages a host shows. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'

/** @param host  name, with or without a port; null when no one has it */
export async function groupOfHost(host: string | undefined, { db }: Pick<HandlerContext, 'db'>): Promise<string | null> {
  const domain = host?.replace(/:\d+$/, '').toLowerCase()
  if (!domain) return null
  const row = await db.selectFrom('shell_setting').select('groupId').where('domain', '=', domain).executeTakeFirst()
  return row?.groupId ?? null
}
