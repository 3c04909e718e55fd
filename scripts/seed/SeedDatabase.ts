/** The database as the demonstration fills it: rows come from JSON files, which no type knows, and go into the kernel's own tables too. */
import type { Kysely } from 'kysely'
import type { RowService } from '../../runtime/core/contracts.ts'
import type { CallScope } from '../../runtime/server/serverContext.ts'

// biome-ignore lint/suspicious/noExplicitAny: see above
export type SeedDatabase = Kysely<any>
/** `rows`: what functions of plugins write by; `seedRows.ts` has the parts that the demonstration needs. */
export type SeedScope = Omit<CallScope, 'db'> & { db: SeedDatabase; rows: RowService }
