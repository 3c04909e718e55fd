/** Columns with the content of a line, the same in every version. */
export const LINE_COLUMNS = [
  ...['registrationId', 'workId', 'eventId', 'position', 'rank', 'prize', 'prizeName'],
  ...['name', 'school', 'members', 'instructors', 'work', 'score', 'points', 'tied'],
] as const
