/** Whether a final answer of a mail server speaks of the mailbox, and not of the letter, its sender or a policy. */

/** Enhanced status codes (RFC 3463): no such mailbox, domain or address, moved without a forward; mailbox disabled. */
const OF_ADDRESS = /\b5\.(?:1\.(?:1|2|3|6|10)|2\.1)\b/
const ENHANCED = /\b5\.\d{1,3}\.\d{1,3}\b/
/** Without one, the answer to RCPT TO: unknown, not local, or no such name. */
const BASIC = /\b(?:550|551|553)\b/

/** @param words   of the server; @param command  after which it answered, where that is known */
export function refusesAddress(words: string, command?: string): boolean {
  if (ENHANCED.test(words)) return OF_ADDRESS.test(words)
  return BASIC.test(words) && command === 'RCPT TO'
}
