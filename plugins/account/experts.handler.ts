/** Persons with an expert's role in reach of whoever asks; temporary ones with the end of their accounts. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { objectName } from './identityOptions.ts'
import { codesBeyond } from './mayGrant.ts'

const EXPERT = 'account.expert'

export default defineHandler<{ search?: string; temporary?: boolean; pageNum?: number; pageSize?: number }>(
  'account.experts',
  async (input, context) => {
    const rows = await context.db
      .selectFrom('account_grant as g')
      .innerJoin('account_user as u', 'u.id', 'g.userId')
      .select([
        'g.id',
        'g.scope',
        'g.objectId',
        'g.createdAt',
        'u.id as userId',
        'u.userName',
        'u.name',
        'u.email',
        'u.state',
        'u.expiresAt',
      ])
      .where('g.role', '=', EXPERT)
      .orderBy('g.id', 'desc')
      .execute()
    const words = input.search?.trim().toLowerCase()
    const list: Record<string, unknown>[] = []
    for (const row of rows) {
      const place = row.scope ? { scope: row.scope as string, objectId: String(row.objectId) } : null
      if (words && !`${row.name} ${row.userName} ${row.email ?? ''}`.toLowerCase().includes(words)) continue
      if (input.temporary !== undefined && (row.expiresAt !== null) !== input.temporary) continue
      if ((await codesBeyond(['manageExpertAccount'], place, context)).length > 0) continue
      list.push({ ...row, place: await objectName(place?.scope ?? null, place?.objectId ?? null, context) })
    }
    const { pageNum = 1, pageSize = 20 } = input
    return { list: list.slice((pageNum - 1) * pageSize, pageNum * pageSize), total: list.length, pageNum, pageSize }
  },
)
