/** Publishes a batch: its certificates are valid, those they replace are replaced, and their holders are told. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { moveBatch } from './moveBatch.ts'
import type { Batch } from './series.ts'

const PROBLEMS = 'problems'

export default defineHandler('certificate.publish', async ({ id, confirmed = [] }, context) => {
  const { db, now } = context
  const batch = await moveBatch(id, { from: ['ready'], to: () => 'published' }, context)
  assertConfirmed(batch, confirmed, context)
  const publishedAt = now.toISOString()
  await db.updateTable('certificate_batch').set({ publishedAt }).where('id', '=', id).execute()
  const published = await db
    .updateTable('certificate_certificate')
    .set({ state: 'published', publishedAt })
    .where('batchId', '=', id)
    .where('state', '=', 'draft')
    .returning(['userId', 'name', 'serial', 'code', 'replacesId'])
    .execute()
  const replaced = published.flatMap(({ replacesId }) => replacesId ?? [])
  if (replaced.length > 0)
    await db
      .updateTable('certificate_certificate')
      .set({ state: 'replaced' })
      .where('id', 'in', replaced)
      .where('state', '=', 'published')
      .execute()
  const { title } = await db
    .selectFrom('competition_competition')
    .select('title')
    .where('id', '=', batch.competitionId)
    .executeTakeFirstOrThrow()
  for (const { userId, name, serial, code } of published) {
    if (userId === null) continue
    const variables = {
      name,
      competition: title.zh,
      competitionEn: title.en || title.zh,
      serial,
      address: `${context.site}/share?certificate=${code}`,
    }
    await context.send('certificate.published', { userId }, variables)
  }
  return { id, total: published.length }
})

/** @throws CONFIRM_FIRST */
function assertConfirmed({ troubled, total }: Batch, confirmed: readonly string[], { fail, lang }: HandlerContext): void {
  const key = `${PROBLEMS}:${troubled}`
  if (troubled === 0 || confirmed.includes(key)) return
  const what =
    lang === 'zh'
      ? `${total} 张证书中有 ${troubled} 张有问题：缺少内容或文字放不下`
      : `${troubled} of ${total} certificates have problems: values are missing, or words do not fit`
  fail('CONFIRM_FIRST', { what, confirmed: [key] })
}
