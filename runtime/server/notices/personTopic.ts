/** Topic of notices: data of one person that open pages show has changed (a message came). */
export function personTopic(userId: string): string {
  return `person:${userId}`
}

/** Topic of notices: a job that this person ordered has moved on or ended, so that what it writes can be shown. */
export function ownJobsTopic(userId: string): string {
  return `jobs:${userId}`
}
