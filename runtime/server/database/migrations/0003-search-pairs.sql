-- What an index of `platform_pairs` is asked for: of a text of several characters the pairs alone. They imply the single characters, which are in nearly
-- every row and only make the search longer.
CREATE FUNCTION platform_wanted_pairs(word text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 1000 AS $$
  SELECT coalesce(array_agg(part) FILTER (WHERE char_length(part) = 2 OR char_length(lower(word)) = 1), '{}') FROM unnest(platform_pairs(word)) AS part
$$;
