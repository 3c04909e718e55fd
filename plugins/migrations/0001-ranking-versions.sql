-- Rankings have versions. What is published is version 1 and stays in sight; everything else is a draft.
ALTER TABLE ranking_list ADD COLUMN state text, ADD COLUMN "publishedVersion" integer, ADD COLUMN "frozenVersion" integer;
UPDATE ranking_list SET
  state = CASE WHEN published THEN 'published' ELSE 'draft' END,
  "publishedVersion" = CASE WHEN published THEN 1 END,
  "frozenVersion" = CASE WHEN published THEN 1 ELSE 0 END;
ALTER TABLE ranking_list DROP COLUMN published;
