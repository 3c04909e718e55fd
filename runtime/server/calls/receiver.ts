import type { Receiver } from '../outbox/putMessage.ts'

/** Of an expression that says to whom a message goes: a text is a user's id; an object says `userId` or `address`. */
export function receiver(value: unknown): Receiver {
  if (typeof value === 'string') return { userId: value }
  return typeof value === 'object' && value !== null ? (value as Receiver) : {}
}
