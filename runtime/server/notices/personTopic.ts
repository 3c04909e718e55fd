/** Topic of notices: something of one person's has changed that open pages show (a message came). */
export function personTopic(userId: string): string {
  return `person:${userId}`
}
