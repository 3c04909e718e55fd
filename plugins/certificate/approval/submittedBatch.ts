/** A batch as it is sent for approval: what it is, and its certificates by name. The batch itself does not change while it waits. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { LocalText } from '../../../runtime/core/documents.ts'
import type { Platform } from '../../../runtime/core/platform.ts'
import type { Change, Snapshot } from '../../audit/snapshot.ts'
import type { Batch } from '../series.ts'

const BATCH = 'certificate.batch'
const CERTIFICATE = 'certificate.certificate'
/** Certificates that are shown to those who approve. */
const MAX = 500
const FACTS = ['issuedOn', 'total', 'troubled', 'templateId', 'printHash'] as const

type Line = { id: string; name: string; award: LocalText | null }
declare module '../../audit/snapshot.ts' {
  interface SnapshotTypes {
    'certificate.certificate': Line
  }
}

/** What parent organisations decide on: the certificates of a batch, up to a limit. */
export async function batchSnapshot(batch: Batch, { db }: Pick<HandlerContext, 'db'>): Promise<Snapshot> {
  const lines = await db
    .selectFrom('certificate_certificate')
    .select(['serial as id', 'name', 'award'])
    .where('batchId', '=', batch.id)
    .orderBy('id')
    .limit(MAX)
    .execute()
  const facts = Object.fromEntries(FACTS.map((name) => [name, batch[name]]))
  return { [BATCH]: [{ id: batch.id, ...facts }], [CERTIFICATE]: lines }
}

/** The facts of the batch, then each certificate with its number. */
export function describeBatch(snapshot: Snapshot, platform: Platform): { field: LocalText; value: LocalText; matters: boolean }[] {
  const { fields } = platform.get('entity', BATCH)
  const facts = FACTS.map((name) => ({
    field: fields[name]!.title as LocalText,
    value: both(String(snapshot[BATCH]?.[0]?.[name] ?? '')),
    matters: true,
  }))
  return [...facts, ...linesOf(snapshot).map((line) => ({ field: both(line.name), value: lineText(line), matters: true }))]
}

/** Nothing of a batch changes between two submissions but its place in the queue. */
export function describeBatchChanges(): Change[] {
  return []
}

/** Id of a certificate whose file approvers look at: one with problems before the others. */
export async function sampleOf(batchId: string, { db }: Pick<HandlerContext, 'db'>): Promise<string | null> {
  const row = await db
    .selectFrom('certificate_certificate')
    .select('id')
    .where('batchId', '=', batchId)
    .where('fileHash', 'is not', null)
    .orderBy((row) => row('problems', 'is', null))
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

function linesOf(snapshot: Snapshot): Line[] {
  return snapshot[CERTIFICATE] ?? []
}

function lineText({ id, award }: Line): LocalText {
  const words = (award: string | undefined) => [award, id].filter(Boolean).join(' · ')
  return { zh: words(award?.zh), en: words(award?.en || award?.zh) }
}

function both(text: string): LocalText {
  return { zh: text, en: text }
}
