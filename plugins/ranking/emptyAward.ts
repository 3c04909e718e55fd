/** A line of a ranking list with every column empty but its name: rows of one statement name the same columns, and fields that are left empty are cleared. */
export const EMPTY_AWARD = {
  rank: null,
  prize: null,
  prizeName: null,
  school: null,
  members: null,
  instructors: null,
  work: null,
  score: null,
}
