/** A line of a ranking list without its name: rows of one statement name the same columns, and what is left empty is taken out. */
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
