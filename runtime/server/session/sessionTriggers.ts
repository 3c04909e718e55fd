/** Triggers that tell all processes whose session, account or rights changed, anyone who wrote it: a call, a handler, a script or SQL by hand.
 *  A disabled account loses its sessions for good: enabling it again does not bring them back. */
import type { Database } from '../../core/contracts.ts'
import type { Platform } from '../../core/platform.ts'
import { installOnce } from '../database/installOnce.ts'
import { tableName } from '../database/tableNames.ts'
import { NOTICE_CHANNEL } from '../notices/createNoticesService.ts'

/** Text of a notice that means every person. */
export const EVERYBODY = '*'
/** Table -> column that names the person. */
const WATCHED = { account_user: 'id', account_session: 'userId', account_grant: 'userId' } as const
/** A refresh does not change what a session may do, so rotations are not reported. */
export function installSessionTriggers(db: Database, platform: Platform): Promise<void> {
  const rights = shared(platform)
  return installOnce(db, 'sessions', [
    TELL_SESSION,
    ...Object.entries(WATCHED).map(([table, column]) => {
      const events = table === 'account_grant' ? 'insert or update or delete' : 'update or delete'
      return `create or replace trigger agon_tell_session after ${events} on "${table}" for each row execute function agon_tell_session('${column}')`
    }),
    TELL_RIGHTS,
    ...rights.map(
      ({ table, column }) =>
        `create or replace trigger agon_tell_rights after update or delete on "${table}" for each row execute function agon_tell_rights('${column}')`,
    ),
  ])
}

const TELL_SESSION = `
  create or replace function agon_tell_session() returns trigger language plpgsql as $$
  begin
    if tg_op = 'UPDATE' and tg_table_name = 'account_session'
      and (to_jsonb(new) ->> 'endedAt') is not distinct from (to_jsonb(old) ->> 'endedAt')
      and (to_jsonb(new) ->> 'identity') is not distinct from (to_jsonb(old) ->> 'identity')
      and (to_jsonb(new) ->> 'seeing') is not distinct from (to_jsonb(old) ->> 'seeing') then
      return null;
    end if;
    if tg_op = 'UPDATE' and tg_table_name = 'account_user'
      and (to_jsonb(old) ->> 'state') = 'active' and (to_jsonb(new) ->> 'state') <> 'active' then
      update account_session set "endedAt" = now(), "endReason" = 'disabled'
        where "userId" = (to_jsonb(new) ->> 'id')::bigint and "endedAt" is null;
    end if;
    if tg_op <> 'INSERT' then perform pg_notify('${NOTICE_CHANNEL}', 'session ' || (to_jsonb(old) ->> tg_argv[0])); end if;
    if tg_op <> 'DELETE' then perform pg_notify('${NOTICE_CHANNEL}', 'session ' || (to_jsonb(new) ->> tg_argv[0])); end if;
    return null;
  end $$`

const TELL_RIGHTS = `
  create or replace function agon_tell_rights() returns trigger language plpgsql as $$
  begin
    if tg_op = 'UPDATE' and (to_jsonb(new) ->> tg_argv[0]) is not distinct from (to_jsonb(old) ->> tg_argv[0]) then return null; end if;
    perform pg_notify('${NOTICE_CHANNEL}', 'session ${EVERYBODY}');
    return null;
  end $$`

/** Tables whose rows decide about the rights of many people, with the column that matters. */
function shared({ app, documents }: Platform): { table: string; column: string }[] {
  const trees = Object.values(app.scopes ?? {}).flatMap(({ entity, superior }) =>
    superior ? [{ table: tableName(entity), column: superior }] : [],
  )
  return documents.entity.has('account.role') ? [{ table: 'account_role', column: 'permissions' }, ...trees] : trees
}
