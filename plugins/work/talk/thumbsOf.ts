/** How many thumbs a work has, and whether one is the asker's. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'

export async function thumbsOf(
  workId: string,
  { db, session }: Pick<HandlerContext, 'db' | 'session'>,
): Promise<{ thumbs: number; mine: boolean }> {
  const { thumbs, mine } = await db
    .selectFrom('work_thumb')
    .select(({ fn, eb }) => [
      fn.countAll<string>().as('thumbs'),
      fn.coalesce(fn.agg<boolean>('bool_or', [eb('userId', '=', session.userId ?? '0')]), eb.lit(false)).as('mine'),
    ])
    .where('workId', '=', workId)
    .executeTakeFirstOrThrow()
  return { thumbs: Number(thumbs), mine }
}
