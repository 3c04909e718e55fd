-- Characters and pairs of neighbouring characters of a text, small letters, without white space: what search indexes hold. Pairs find words of every
-- language, also of those that are written without spaces, where words and longer pieces do not.
CREATE FUNCTION platform_pairs(whole text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 1000 AS $$
  SELECT coalesce(array_agg(DISTINCT part), '{}')
  FROM (SELECT lower(whole) AS small) AS given,
    generate_series(1, char_length(small)) AS at,
    LATERAL (VALUES (substr(small, at, 1)), (substr(small, at, 2))) AS parts (part)
  WHERE part !~ '\s'
$$;
