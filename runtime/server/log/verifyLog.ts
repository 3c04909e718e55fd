/** Proves the audit log: every seal follows from the one before, every sealed entry says what it said when it was sealed. Called by
 *  `scripts/logVerify.ts`. Reads only. */
import type { Pool } from 'pg'
import { LOG_TABLE } from './logEntry.ts'
import { chainHash, ENTRY_HASH, SEAL_FORMAT } from './sealLog.ts'

export interface LogBreak {
  /** `chain`: the seal does not follow from the one before; `missing`: a seal or an entry is gone; `changed`: an entry says something else. */
  what: 'chain' | 'missing' | 'changed'
  /** Position of the seal. */
  position: number
  /** Id of the entry, when it is about one. */
  entry: string | null
}
export interface LogVerdict {
  entries: number
  sealed: number
  /** Committed and not sealed yet: the sealer is some seconds behind. */
  unsealed: number
  breaks: LogBreak[]
  /** Hash over everything sealed; kept elsewhere, it also proves that the end was not cut off. */
  head: string | null
}

interface Seal {
  position: string
  format: number
  ids: string[]
  hashes: string[]
  chain: string
}

const SEALS = 'SELECT position, format, ids, hashes, chain FROM platform_seal WHERE position > $1 ORDER BY position LIMIT 50'
const ENTRIES = `SELECT l."id", ${ENTRY_HASH} AS hash FROM ${LOG_TABLE} l WHERE l."id" = ANY($1)`

/** Goes through the whole chain. @param onProgress called after every seal */
export async function verifyLog(pool: Pool, onProgress: (sealed: number) => void = () => {}): Promise<LogVerdict> {
  const breaks: LogBreak[] = []
  let before = { position: 0, chain: '' }
  let sealed = 0
  for (;;) {
    const { rows } = await pool.query<Seal>(SEALS, [before.position])
    if (rows.length === 0) break
    for (const seal of rows) {
      breaks.push(...chainBreaks(before, seal), ...(await entryBreaks(pool, seal)))
      before = { position: Number(seal.position), chain: seal.chain }
      sealed += seal.ids.length
      onProgress(sealed)
    }
  }
  const { rows } = await pool.query<{ count: number }>(`SELECT count(*)::integer AS count FROM ${LOG_TABLE}`)
  const entries = rows[0]!.count
  const missing = breaks.filter(({ what, entry }) => what === 'missing' && entry !== null).length
  return { entries, sealed, unsealed: entries - (sealed - missing), breaks, head: before.chain || null }
}

function chainBreaks(before: { position: number; chain: string }, seal: Seal): LogBreak[] {
  const position = Number(seal.position)
  if (position !== before.position + 1) return [{ what: 'missing', position: before.position + 1, entry: null }]
  const expected = seal.format === SEAL_FORMAT ? chainHash(before.chain, position, seal.ids, seal.hashes) : null
  return expected === seal.chain ? [] : [{ what: 'chain', position, entry: null }]
}

async function entryBreaks(pool: Pool, seal: Seal): Promise<LogBreak[]> {
  const { rows } = await pool.query<{ id: string; hash: string }>(ENTRIES, [seal.ids])
  const found = new Map(rows.map(({ id, hash }) => [id, hash]))
  const position = Number(seal.position)
  return seal.ids.flatMap((entry, at): LogBreak[] => {
    const hash = found.get(entry)
    if (hash === seal.hashes[at]) return []
    return [{ what: hash === undefined ? 'missing' : 'changed', position, entry }]
  })
}
