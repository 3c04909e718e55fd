/** What stored JSON is, as SQL. */

/** JSON that is a list, or an empty one. */
export function array(json: string): string {
  return `CASE WHEN jsonb_typeof(${json}) = 'array' THEN ${json} ELSE '[]'::jsonb END`
}

/** Whether JSON holds an answer: not null, no empty text, no empty list. */
export function answered(json: string): string {
  return `(${json} IS NOT NULL AND ${json} NOT IN ('null'::jsonb, '""'::jsonb, '[]'::jsonb))`
}
