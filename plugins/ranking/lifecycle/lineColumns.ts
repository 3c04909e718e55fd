/** What a line says, in whichever version it stands. */
export const LINE_COLUMNS = [
  ...['registrationId', 'workId', 'eventId', 'position', 'rank', 'prize', 'prizeName'],
  ...['name', 'school', 'members', 'instructors', 'work', 'score', 'points', 'tied'],
] as const
