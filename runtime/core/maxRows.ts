/** Rows that one batch takes, at most: of a call with `matching`, ids or rows that match. */
export const MAX_ROWS = 20_000
