/** `Idempotency-Key`: a write is done once per person, call and key. The row of the key is inserted first, in the write's own transaction: a second
 *  request with the same key waits for the first to end, then finds its reply; when the first failed, nothing was stored and the second one runs. */
import { createHash } from 'node:crypto'
import { canonicalJson } from '../../core/documents/contentHash.ts'
import { AgonError } from '../../core/errors.ts'
import type { TransactionClient } from './transaction.ts'

/** Characters a key may have. */
const KEY = /^[\x21-\x7e]{1,200}$/
export const KEPT_HOURS = 24

export interface IdempotentRequest {
  owner: string
  call: string
  key: string
  requestHash: string
}

/** Null without a key, or for a visitor: no one is there to whom the key could belong. @throws CALL_INPUT for a key that is none */
export function idempotentRequest(
  header: string | string[] | undefined,
  owner: string | null,
  call: string,
  input: unknown,
): IdempotentRequest | null {
  if (header === undefined || owner === null) return null
  if (typeof header !== 'string' || !KEY.test(header))
    throw new AgonError('CALL_INPUT', { call, errors: [{ path: '/Idempotency-Key', rule: 'pattern' }] })
  return { owner, call, key: header, requestHash: createHash('sha256').update(canonicalJson(input)).digest('hex') }
}

// An entry past its time is taken over as if it were new.
const CLAIM = `INSERT INTO platform_reply (owner, call, key, "requestHash") VALUES ($1, $2, $3, $4)
  ON CONFLICT (owner, call, key) DO UPDATE SET "requestHash" = excluded."requestHash", reply = NULL, "createdAt" = now()
  WHERE platform_reply."createdAt" < now() - interval '${KEPT_HOURS} hours' RETURNING key`
const FIND = 'SELECT "requestHash", reply FROM platform_reply WHERE owner = $1 AND call = $2 AND key = $3'
const KEEP = 'UPDATE platform_reply SET reply = $4 WHERE owner = $1 AND call = $2 AND key = $3'

/** Claims the key, or answers the reply stored for it (JSON text of `data`). @throws IDEMPOTENCY_MISMATCH */
export async function claimKey(
  { client }: TransactionClient,
  { owner, call, key, requestHash }: IdempotentRequest,
): Promise<{ reply: string } | null> {
  const claimed = await client.query({ name: 'claim-key', text: CLAIM, values: [owner, call, key, requestHash] })
  if (claimed.rowCount) return null
  const { rows } = await client.query<{ requestHash: string; reply: string | null }>({
    name: 'find-key',
    text: FIND,
    values: [owner, call, key],
  })
  if (rows[0]?.requestHash !== requestHash) throw new AgonError('IDEMPOTENCY_MISMATCH', { call })
  return { reply: rows[0].reply ?? 'null' }
}

/** Stores the reply with the claim, together with the commit. */
export function keepReply(transaction: TransactionClient, { owner, call, key }: IdempotentRequest, data: unknown): void {
  transaction.later({ name: 'keep-reply', text: KEEP, values: [owner, call, key, JSON.stringify(data ?? null)] })
}
