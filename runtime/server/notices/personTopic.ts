/** Topic of notices: data of one person that open pages show has changed (a message came). */
export function personTopic(userId: string): string {
  return `person:${userId}`
}
