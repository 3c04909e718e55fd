/** The database as the demonstration fills it: rows come from JSON files, which no type knows, and go into the kernel's own tables too. */
import type { Kysely } from 'kysely'
import type { CallScope } from '../../runtime/server/serverContext.ts'

// biome-ignore lint/suspicious/noExplicitAny: see above
export type SeedDatabase = Kysely<any>
export type SeedScope = Omit<CallScope, 'db'> & { db: SeedDatabase }
