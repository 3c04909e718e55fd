-- Tables of entities that staff published: no release has them, so no start drops them.
ALTER TABLE platform_table ADD COLUMN "atRuntime" boolean NOT NULL DEFAULT false;
