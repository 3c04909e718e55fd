/** Triggers on stored documents: a published revision is never changed or deleted, and all processes are notified when a document joins or leaves the
 *  platform (topic `document`, text = kind and id). */
import type { Database } from '../../core/contracts.ts'
import { installOnce } from '../database/installOnce.ts'
import { NOTICE_CHANNEL } from '../notices/createNoticesService.ts'

export const DOCUMENT_TOPIC = 'document'
/** The error of a broken rule has the SQLSTATE `AG001`. */
export function installDocumentTriggers(db: Database): Promise<void> {
  return installOnce(db, 'documents', [FUNCTIONS, ...TRIGGERS])
}

const FUNCTIONS = `
create or replace function agon_keep_document() returns trigger language plpgsql as $$
declare
  may_change text[] := array['state', 'updatedAt', 'authorId'];
begin
  if old."state" = 'draft' then
    if tg_op = 'DELETE' then return old; end if;
    return new;
  end if;
  if tg_op = 'DELETE' then raise exception 'a published revision stays' using errcode = 'AG001'; end if;
  if (to_jsonb(new) - may_change) is distinct from (to_jsonb(old) - may_change)
    or not (new."state" = old."state" or (old."state" = 'published' and new."state" = 'archived'))
    or (new."authorId" is not null and new."authorId" is distinct from old."authorId") then
    raise exception 'a published revision never changes' using errcode = 'AG001';
  end if;
  return new;
end $$;
create or replace function agon_tell_document() returns trigger language plpgsql as $$
begin
  if coalesce(new."apart", new."kind" = 'form') then return null; end if;
  if old."state" is distinct from new."state" and 'published' in (old."state", new."state") then
    perform pg_notify('${NOTICE_CHANNEL}', '${DOCUMENT_TOPIC} ' || new."kind" || ' ' || new."documentId");
  end if;
  return null;
end $$;`

/** The names of indexes begin with a line below: a start drops those that no document declares, but for these. */
const TRIGGERS = [
  `create or replace trigger agon_keep_document before update or delete on "platform_document" for each row execute function agon_keep_document()`,
  `create or replace trigger agon_tell_document after update on "platform_document" for each row execute function agon_tell_document()`,
  `create unique index if not exists _platform_document_one_draft on "platform_document" ("kind", "documentId") where "state" = 'draft'`,
  `create unique index if not exists _platform_document_one_published on "platform_document" ("kind", "documentId") where "state" = 'published'`,
]
