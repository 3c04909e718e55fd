/** Measures what the next version of a form would mean for all existing answers and drafts. Answers to versions with the same rules are only counted. The
 *  others are validated immediately when they are few, or by a job that streams them: then memory and other requests do not suffer. */
import { setImmediate as letOthersRun } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { AnswerPlace, Database, JobProgress } from '../../core/contracts.ts'
import { validateStored } from '../../core/documents/validateStored.ts'
import type { FormDocument } from '../../core/documents.ts'
import { AgonError } from '../../core/errors.ts'
import { createImpactCount, type FormImpact, type ImpactCount, type ImpactKind, type JudgedForm } from '../../core/studio/formImpact.ts'
import { hasSameValidation } from '../../core/studio/hasSameValidation.ts'
import { openCursor } from '../database/openCursor.ts'
import { openTables } from '../database/openTables.ts'
import { tableName } from '../database/tableNames.ts'
import type { ServerDeps } from '../serverContext.ts'

/** Most answers that are validated while the asker waits. */
const AT_ONCE = 2_000
const PAGE = 500
/** Time of validation before other requests have their turn. */
const TURN_MS = 8

export interface ImpactParts {
  deps: Pick<ServerDeps, 'platform' | 'names'>
  db: Database
  judge(form: FormDocument): JudgedForm
  version(hash: string): Promise<{ form: FormDocument } | null>
}
export interface ImpactOrder {
  id: string
  content: unknown
  answers: readonly AnswerPlace[]
}
export interface Impact {
  /** Answers to versions with other rules: they have to be validated. */
  total: number
  /** Whether there are so many that a job has to validate them. */
  isLong: boolean
  atOnce(): Promise<FormImpact>
  /** From a snapshot, in pages. */
  streamed(pool: Pool, progress: (state: JobProgress) => Promise<void>): Promise<FormImpact>
}

/** Answers of one place that have to be validated. */
interface Part {
  kind: ImpactKind
  // biome-ignore lint/suspicious/noExplicitAny: tables declared in JSON
  rows: any
}
/** Answers of one place, and the columns with their version and themselves. */
interface StoredPart extends Part {
  hash: string
  values: string
}
interface Row {
  hash: string
  answers: unknown
}

/**
 * @param hashes  of all versions of the form
 * @throws DOCUMENT_INVALID when the content could not be published
 */
export async function planImpact(parts: ImpactParts, { id, content, answers }: ImpactOrder, hashes: readonly string[]): Promise<Impact> {
  const form = assertPublishable(parts, id, content)
  const next = parts.judge(form)
  const count = createImpactCount(next)
  const own = new Map<string, JudgedForm | null>()
  const alike = new Set<string>()
  for (const hash of hashes) {
    const version = await parts.version(hash)
    if (version && hasSameValidation(version.form, form)) alike.add(hash)
    else own.set(hash, version && parts.judge(version.form))
  }
  let total = 0
  const looked: Part[] = []
  for (const { kind, rows, hash, values } of hashes.length > 0 ? placesOf(parts.db, answers, hashes) : []) {
    const counted = rows.select([`${hash} as hash`, parts.db.fn.countAll().as('count')]).groupBy(hash)
    const counts: { hash: string; count: string }[] = await counted.execute()
    const ofAlike = counts.filter((each) => alike.has(each.hash)).reduce((sum, each) => sum + Number(each.count), 0)
    const others = counts.reduce((sum, each) => sum + Number(each.count), 0) - ofAlike
    count.addUntouched(kind, ofAlike)
    total += others
    if (others > 0) looked.push({ kind, rows: rows.where(hash, 'in', [...own.keys()]).select([`${hash} as hash`, `${values} as answers`]) })
  }
  return impactOf({ count, own, total, looked })
}

function impactOf({
  count,
  own,
  total,
  looked,
}: {
  count: ImpactCount
  own: Map<string, JudgedForm | null>
  total: number
  looked: Part[]
}): Impact {
  const judge = judgeInTurns(count, own)
  return {
    total,
    isLong: total > AT_ONCE,
    async atOnce() {
      for (const { kind, rows } of looked) await judge(kind, await rows.execute())
      return count.result()
    },
    async streamed(pool, progress) {
      let done = 0
      for (const { kind, rows } of looked) {
        const { sql, parameters } = rows.compile()
        for await (const page of openCursor(pool, { text: sql, values: [...parameters] }, PAGE)) {
          await judge(kind, page as unknown as Row[])
          done += page.length
          await progress({ done: Math.min(0.99, done / total), note: `${done}/${total}` })
        }
      }
      return count.result()
    },
  }
}

function judgeInTurns(count: ImpactCount, own: ReadonlyMap<string, JudgedForm | null>) {
  let since = Date.now()
  return async (kind: ImpactKind, rows: readonly Row[]): Promise<void> => {
    for (const { hash, answers } of rows) {
      count.add(kind, answers, own.get(hash) ?? null)
      if (Date.now() - since < TURN_MS) continue
      await letOthersRun()
      since = Date.now()
    }
  }
}

function assertPublishable({ deps }: ImpactParts, id: string, content: unknown): FormDocument {
  const text = JSON.stringify({ ...(content as object), id })
  const failures = validateStored(deps.platform(), { file: `document:${id}.form@draft`, text }, deps.names)
  if (failures.length > 0) throw new AgonError('DOCUMENT_INVALID', { failures })
  return JSON.parse(text) as FormDocument
}

function placesOf(db: Database, answers: readonly AnswerPlace[], hashes: readonly string[]): StoredPart[] {
  const places = answers.map(({ entity, hash, answers: values, where = [], drafts }) => {
    const rows = where.reduce(
      (meant, { field, in: wanted }) => meant.where(field, 'in', wanted),
      openTables(db).selectFrom(tableName(entity)).where(hash, 'in', hashes),
    )
    return { kind: drafts ? ('draft' as const) : ('submitted' as const), rows, hash, values }
  })
  const drafts = db.selectFrom('platform_draft').where('hash', 'in', hashes)
  return [...places, { kind: 'draft' as const, rows: drafts, hash: 'hash', values: 'answers' }]
}
