-- Values as they are compared. Names are ordered as a reader of Chinese looks them up (by pinyin), the others without regard to case, numbers in them by
-- size. The collation is of ICU, so the order is the same on every PostgreSQL.
CREATE COLLATION platform_names (provider = icu, locale = 'zh-u-kn-true');

-- A text as it is searched: width, composition and case of letters make no difference. `searchForm` in code.
CREATE FUNCTION platform_folded(whole text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN lower(normalize(whole, NFKC) COLLATE "und-x-icu");

-- Whether a text holds the words anywhere.
CREATE FUNCTION platform_finds(whole text, words text) RETURNS boolean LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN strpos(platform_folded(whole), platform_folded(words)) > 0;

-- As `platform_pairs`, of the folded text. Indexes over the former are replaced by the entities' plan. The body is
-- bound to what it names: an index is made without the search path.
CREATE FUNCTION platform_folded_pairs(whole text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 1000
  RETURN platform_pairs(platform_folded(whole));

-- The day that a stored text begins with, and the moment that it is; null for none within the range of the platform (`valueRange.ts`). A cast would end
-- the statement for every other row. Before PostgreSQL 16 the text is tried.
DO $$
DECLARE
  day text := $body$ BEGIN
    IF left(stored, 10) NOT LIKE '____-__-__' OR %s THEN RETURN NULL; END IF;
    found := left(stored, 10)::date;
    RETURN CASE WHEN found BETWEEN '1000-01-01' AND '9998-12-31' THEN found END;
  %s END $body$;
  moment text := $body$ BEGIN
    IF stored NOT LIKE '____-__-__T%%' OR %s THEN RETURN NULL; END IF;
    found := stored::timestamptz;
    RETURN CASE WHEN found BETWEEN '1000-01-01Z' AND '9998-12-31T23:59:59.999999Z' THEN found END;
  %s END $body$;
  untried text := 'EXCEPTION WHEN data_exception THEN RETURN NULL;';
  head text := 'CREATE FUNCTION platform_%s(stored text) RETURNS %s LANGUAGE plpgsql %s STRICT PARALLEL SAFE AS %L';
BEGIN
  IF to_regproc('pg_catalog.pg_input_is_valid') IS NULL THEN
    day := format(day, 'false', untried);
    moment := format(moment, 'false', untried);
  ELSE
    day := format(day, 'NOT pg_input_is_valid(left(stored, 10), ''date'')', '');
    moment := format(moment, 'NOT pg_input_is_valid(stored, ''timestamptz'')', '');
  END IF;
  EXECUTE format(head, 'day', 'date', 'IMMUTABLE', 'DECLARE found date;' || day);
  EXECUTE format(head, 'moment', 'timestamptz', 'STABLE', 'DECLARE found timestamptz;' || moment);
END $$;
