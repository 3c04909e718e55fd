-- Facts of the database as a whole: `id` names it, so that its folder of files is known again; `version` says which release used it last.
CREATE TABLE platform_state (
  name text PRIMARY KEY,
  value jsonb NOT NULL,
  "updatedAt" timestamptz(3) NOT NULL DEFAULT now()
);
INSERT INTO platform_state (name, value) VALUES ('id', to_jsonb(gen_random_uuid()));
