/** Where each walk through what changed stands (`data.place`). */
import { sql } from 'kysely'
import type { HandlerContext } from '../../runtime/core/contracts.ts'

/** What bringing figures needs: of a handler, or of the demonstration that is filled in. */
export type Bringing = Pick<HandlerContext, 'db' | 'platform' | 'now'> & {
  rows: Pick<HandlerContext['rows'], 'bulk' | 'sumsLater' | 'countSums'>
}

/** Time of change of a row, its id, and the key of the source. */
export interface Position {
  at: string
  parent: string
  key: string
}

export const BEGINNING: Position = { at: '1000-01-01T00:00:00.000Z', parent: '0', key: '' }

/** What one transaction did. */
export interface Step {
  written: number
  /** There is more. */
  goesOn: boolean
}

/** Null before the first walk. */
export async function readPlace(name: string, { db }: Bringing): Promise<Position | null> {
  const found = await db.selectFrom('data_place').select(['at', 'parent', 'key']).where('name', '=', name).executeTakeFirst()
  return found ? { ...found, at: String(found.at) } : null
}

/** In the transaction that brought the rows up to it. */
export async function keepPlace(name: string, { at, parent, key }: Position, { rows }: Bringing): Promise<void> {
  await rows.bulk('data.place', 'where the figures stand in what other entries tell', (db) =>
    sql`INSERT INTO data_place ("name", "at", "parent", "key") VALUES (${name}, ${at}, ${parent}, ${key})
      ON CONFLICT ("name") DO UPDATE SET "at" = excluded."at", "parent" = excluded."parent", "key" = excluded."key"`.execute(db),
  )
}
