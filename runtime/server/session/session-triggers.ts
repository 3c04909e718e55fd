/** Triggers that tell all processes whose session, account or rights changed, whoever wrote it: a call, a handler, a script or SQL by hand. */
import { sql } from 'kysely'
import type { Database } from '../../core/contracts.ts'
import { NOTICE_CHANNEL } from '../notices/createNoticesService.ts'

/** Table -> column that names the person. */
const WATCHED = { account_user: 'id', account_session: 'userId', account_grant: 'userId' } as const
/** Any number; start-ups of several processes take it in turn. */
const LOCK = 7_301_011

/** Idempotent. A refresh changes a session without changing what it may do: rotations are not told. */
export async function installSessionTriggers(db: Database): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(transaction)
    await sql
      .raw(`
      create or replace function agon_tell_session() returns trigger language plpgsql as $$
      begin
        if tg_op = 'UPDATE' and tg_table_name = 'account_session'
          and (to_jsonb(new) ->> 'endedAt') is not distinct from (to_jsonb(old) ->> 'endedAt')
          and (to_jsonb(new) ->> 'identity') is not distinct from (to_jsonb(old) ->> 'identity') then
          return null;
        end if;
        if tg_op <> 'INSERT' then perform pg_notify('${NOTICE_CHANNEL}', 'session ' || (to_jsonb(old) ->> tg_argv[0])); end if;
        if tg_op <> 'DELETE' then perform pg_notify('${NOTICE_CHANNEL}', 'session ' || (to_jsonb(new) ->> tg_argv[0])); end if;
        return null;
      end $$`)
      .execute(transaction)
    for (const [table, column] of Object.entries(WATCHED)) {
      const events = table === 'account_grant' ? 'insert or update or delete' : 'update or delete'
      await sql
        .raw(
          `create or replace trigger agon_tell_session after ${events} on "${table}" for each row execute function agon_tell_session('${column}')`,
        )
        .execute(transaction)
    }
  })
}
