-- Tables of the kernel that are not entities: nobody reads them through a call.

-- Replies kept for Idempotency-Key, 24 hours, written in the same transaction as what they answer for.
CREATE TABLE platform_reply (
  owner text NOT NULL,
  call text NOT NULL,
  key text NOT NULL,
  "requestHash" text NOT NULL,
  reply text,
  "createdAt" timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (owner, call, key)
);
CREATE INDEX platform_reply_created_idx ON platform_reply ("createdAt");

-- Counts for rate limits; lost after a crash, which only makes the limits start again.
CREATE UNLOGGED TABLE platform_rate (
  key text PRIMARY KEY,
  count integer NOT NULL,
  until timestamptz(3) NOT NULL
);
CREATE INDEX platform_rate_until_idx ON platform_rate (until);

-- Hash chain over the operation log, one row per sealed batch of entries.
CREATE TABLE platform_seal (
  position bigint PRIMARY KEY,
  format integer NOT NULL,
  ids bigint[] NOT NULL,
  hashes text[] NOT NULL,
  "lastTransaction" xid8 NOT NULL,
  chain text NOT NULL,
  "sealedAt" timestamptz(3) NOT NULL DEFAULT now()
);

-- What the tables of entities were last made from; defaults are compared with it, because PostgreSQL rewrites their text.
CREATE TABLE platform_table (
  name text PRIMARY KEY,
  entity text NOT NULL,
  defaults jsonb NOT NULL
);
