/** What a form's next version would mean for the answers and drafts there are. They are read in pages by their ids, so that neither their number nor a
 *  long transaction matters; between pages other requests have their turn. */
import { setImmediate as letOthersRun } from 'node:timers/promises'
import type { AnswerPlace, Database } from '../../core/contracts.ts'
import { validateStored } from '../../core/documents/validate-stored.ts'
import type { FormDocument } from '../../core/documents.ts'
import { AgonError } from '../../core/errors.ts'
import { createImpactCount, type FormImpact, type ImpactKind, type JudgedForm } from '../../core/studio/formImpact.ts'
import { tableName } from '../database/tableModel.ts'
import type { ServerDeps } from '../server-context.ts'

const PAGE = 200
/** Submitted answers of one place, and drafts, that are looked at. */
const MOST = 100_000

export interface ImpactParts {
  deps: Pick<ServerDeps, 'platform' | 'names'>
  db: Database
  judge(form: FormDocument): JudgedForm
  version(hash: string): Promise<{ form: FormDocument } | null>
}
export interface ImpactOrder {
  id: string
  content: unknown
  /** Of all versions of the form. */
  hashes: readonly string[]
  answers: readonly AnswerPlace[]
}
interface Row {
  id: string
  hash: string
  answers: unknown
}

/** @throws DOCUMENT_INVALID when the content could not be published */
export async function measureImpact(parts: ImpactParts, { id, content, hashes, answers }: ImpactOrder): Promise<FormImpact> {
  const form = assertPublishable(parts, id, content)
  const count = createImpactCount(parts.judge(form))
  const versions = new Map<string, JudgedForm | null>()
  const judgeOf = async (hash: string) => {
    const version = versions.has(hash) ? null : await parts.version(hash)
    if (!versions.has(hash)) versions.set(hash, version && parts.judge(version.form))
    return versions.get(hash) ?? null
  }
  let isCut = false
  const countAll = async (kind: ImpactKind, pages: AsyncIterable<Row[]>) => {
    let counted = 0
    for await (const page of pages) {
      for (const row of page) count.add(kind, row.answers, await judgeOf(row.hash))
      counted += page.length
      if (counted >= MOST) isCut = true
      if (isCut) return
      await letOthersRun()
    }
  }
  if (hashes.length > 0) {
    for (const place of answers) await countAll(place.drafts ? 'draft' : 'submitted', stored(parts.db, place, hashes))
    await countAll('draft', drafts(parts.db, hashes))
  }
  return count.result(isCut)
}

function assertPublishable({ deps }: ImpactParts, id: string, content: unknown): FormDocument {
  const text = JSON.stringify({ ...(content as object), id })
  const failures = validateStored(deps.platform(), { file: `document:${id}.form@draft`, text }, deps.names)
  if (failures.length > 0) throw new AgonError('DOCUMENT_INVALID', { failures })
  return JSON.parse(text) as FormDocument
}

function stored(db: Database, { entity, hash, answers, where = [] }: AnswerPlace, hashes: readonly string[]): AsyncIterable<Row[]> {
  return pagesOf((after) => {
    const rows = db
      .selectFrom(tableName(entity))
      .select(['id', `${hash} as hash`, `${answers} as answers`])
      .where(hash, 'in', hashes)
    return next(
      where.reduce((meant, { field, in: values }) => meant.where(field, 'in', values), rows),
      after,
    )
  })
}

function drafts(db: Database, hashes: readonly string[]): AsyncIterable<Row[]> {
  return pagesOf((after) => next(db.selectFrom('platform_draft').select(['id', 'hash', 'answers']).where('hash', 'in', hashes), after))
}

// biome-ignore lint/suspicious/noExplicitAny: tables declared in JSON
async function next(rows: any, after: string): Promise<Row[]> {
  return rows.where('id', '>', after).orderBy('id').limit(PAGE).execute()
}

/** Pages by id. What is written meanwhile is counted once or not at all. */
async function* pagesOf(read: (after: string) => Promise<Row[]>): AsyncIterable<Row[]> {
  for (let after = '0'; ; ) {
    const rows = await read(after)
    if (rows.length > 0) yield rows
    if (rows.length < PAGE) return
    after = rows.at(-1)!.id
  }
}
