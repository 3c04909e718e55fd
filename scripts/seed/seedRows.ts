/** The parts of `context.rows` that the demonstration needs, for functions of plugins that write rows: in the transaction of the seed, without a log, because
 *  no one did what a demonstration shows. */
import type { RowService } from '../../runtime/core/contracts.ts'
import type { Platform } from '../../runtime/core/platform.ts'
import { tableName } from '../../runtime/core/tableName.ts'
import { executeRaw } from '../../runtime/server/database/executeRaw.ts'
import { countSums, SUMS_LATER } from '../../runtime/server/database/keepSums.ts'
import type { SeedDatabase } from './SeedDatabase.ts'

type Values = Record<string, unknown>

export function seedRows(db: SeedDatabase, platform: Platform): RowService {
  const parts: Pick<RowService, 'save' | 'put' | 'bulk' | 'sumsLater' | 'countSums'> = {
    async save(entity, { id }, change) {
      await db
        .updateTable(tableName(entity))
        .set(change as Values)
        .where('id', '=', id)
        .execute()
    },
    async put(entity, key, values) {
      const row = db.insertInto(tableName(entity)).values(values as Values)
      const { id } = await row
        .onConflict((conflict) => conflict.columns([...key]).doUpdateSet(values as Values))
        .returning('id')
        .executeTakeFirstOrThrow()
      return String(id)
    },
    bulk: (_entity, _why, work) => work(db as never),
    async sumsLater() {
      await executeRaw(db, SUMS_LATER)
    },
    countSums: (entity) => countSums((text) => executeRaw(db, text), entity, platform),
  }
  return parts as RowService
}
