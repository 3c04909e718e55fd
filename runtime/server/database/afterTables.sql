-- What the operation log needs beside its entity. Runs at every start, after the tables; does nothing when it is there already.
DO $$
BEGIN
  IF to_regclass('platform_log') IS NULL OR EXISTS (
    SELECT FROM pg_attribute WHERE attrelid = 'platform_log'::regclass AND attname = '_transaction' AND NOT attisdropped
  ) THEN
    RETURN;
  END IF;

  -- The sealer orders entries by the transaction that wrote them.
  ALTER TABLE platform_log ADD COLUMN _transaction xid8 NOT NULL DEFAULT pg_current_xact_id();
  CREATE INDEX _platform_log_transaction_idx ON platform_log (_transaction, id);

  CREATE OR REPLACE FUNCTION platform_log_is_final() RETURNS trigger LANGUAGE plpgsql AS $body$
  BEGIN
    RAISE EXCEPTION 'entries of the operation log are never changed';
  END $body$;
  CREATE TRIGGER platform_log_is_final BEFORE UPDATE OR DELETE ON platform_log FOR EACH ROW EXECUTE FUNCTION platform_log_is_final();
  CREATE TRIGGER platform_log_is_not_emptied BEFORE TRUNCATE ON platform_log FOR EACH STATEMENT EXECUTE FUNCTION platform_log_is_final();
END $$;
