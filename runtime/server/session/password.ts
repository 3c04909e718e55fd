/** Passwords are kept as argon2id hashes. An unknown account costs as much time as a wrong password, so that time tells no one who is registered. */
import { randomBytes } from 'node:crypto'
import { type Algorithm, hash, verify } from '@node-rs/argon2'

// OWASP's first choice for argon2id: 19 MiB, two passes, one lane
const COST = { algorithm: 2 satisfies Algorithm.Argon2id as Algorithm, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

let nobody: Promise<string> | undefined

/** @returns PHC string, salt and cost included */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFC'), COST)
}

/** @param stored null for an account that does not exist or has no password: always false, after the same work */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  nobody ??= hashPassword(randomBytes(16).toString('hex'))
  const right = await verify(stored ?? (await nobody), password.normalize('NFC')).catch(() => false)
  return right && stored !== null
}
