/** Features of objects: what is granted, what is in use, and calls that need one. Whether an object has a feature is asked before the work of the call. A
 *  number is counted after it, under the lock of feature and object: so two calls cannot both take the last one, and who may not do the work learns
 *  nothing about the numbers. What is in use already is never touched. */
import type { FeatureUse } from '../../core/contracts.ts'
import type { Cel, EntityDocument, FeatureDocument } from '../../core/documents.ts'
import { AgonError } from '../../core/errors.ts'
import type { Platform } from '../../core/platform.ts'
import { celToSql } from '../database/celToSql.ts'
import { SqlWriter } from '../database/SqlWriter.ts'
import { quote, tableName } from '../database/tableNames.ts'
import { localText } from '../screens/localText.ts'
import type { CallRun } from './CallRun.ts'
import { takeLock } from './locks.ts'
import { ROW } from './rowSource.ts'

export interface CompiledFeatures {
  /** All features of a scope, for one of its objects. */
  of(run: CallRun, scope: string, id: string): Promise<FeatureUse[]>
  /** What is in use before the work of a call, in the order of its needs. */
  inUse(run: CallRun, needs: readonly CompiledNeed[], input: Readonly<Record<string, unknown>>): Promise<number[]>
  /** @param before `inUse`: a call that uses no more than before is not refused, however much is in use
   *  @throws FEATURE_MISSING, FEATURE_USED_UP */
  assert(run: CallRun, needs: readonly CompiledNeed[], input: Readonly<Record<string, unknown>>, before?: readonly number[]): Promise<void>
  need(need: { feature: string; where: Cel }): CompiledNeed
}
export interface CompiledNeed {
  feature: string
  /** It has a number, which the call's work changes. */
  counted: boolean
  find(run: CallRun, input: Readonly<Record<string, unknown>>): Promise<string | null>
}
export interface CompiledFeature {
  document: FeatureDocument
  read(run: CallRun, id: string): Promise<FeatureUse>
}

/** All features of a platform, and how calls ask for them. @throws CEL_SQL */
export function compileFeatures(platform: Platform): CompiledFeatures {
  const features = new Map([...platform.documents.feature.values()].map((document) => [document.id, compileFeature(document, platform)]))
  const get = (id: string): CompiledFeature => {
    const found = features.get(id)
    if (!found) throw new AgonError('DOCUMENT_UNKNOWN', { kind: 'feature', id })
    return found
  }
  return {
    of: (run, scope, id) =>
      Promise.all([...features.values()].filter(({ document }) => document.scope === scope).map((feature) => feature.read(run, id))),
    need({ feature, where }) {
      const { document } = get(feature)
      return { feature, counted: document.use !== undefined, find: objectFinder(document, where, platform) }
    },
    async inUse(run, needs, input) {
      const used: number[] = []
      for (const need of needs) {
        const id = await need.find(run, input)
        used.push(id === null ? 0 : ((await get(need.feature).read(run, id)).used ?? 0))
      }
      return used
    },
    async assert(run, needs, input, before = []) {
      for (const [at, need] of needs.entries()) {
        const id = await need.find(run, input)
        if (id === null) continue
        if (need.counted && run.transaction) await takeLock(run.transaction, `feature:${need.feature} ${id}`)
        const use = await get(need.feature).read(run, id)
        if (use.used === null || use.used > (before[at] ?? 0)) assertFree(run, get(need.feature).document, id, use)
      }
    },
  }
}

/** @throws FEATURE_MISSING, FEATURE_USED_UP */
function assertFree(run: CallRun, { id: feature, scope, title }: FeatureDocument, id: string, { limit, used }: FeatureUse): void {
  if (limit === null || (used === null ? limit > 0 : used <= limit)) return
  const details = { call: run.call?.id ?? '', feature, title: localText(run.set.platform, run.lang, title), scope, id, limit }
  throw new AgonError(used === null ? 'FEATURE_MISSING' : 'FEATURE_USED_UP', details)
}

/** @throws CEL_SQL */
export function compileFeature(document: FeatureDocument, platform: Platform): CompiledFeature {
  const { id: feature, included, use, limits, format = 'number' } = document
  const entity = objectsOf(document, platform)
  const sql = (cel: Cel | undefined) => (cel ? celToSql({ cel: cel.cel, entity, platform, alias: ROW }) : null)
  const parts = { granted: sql(platform.app.scopes?.[document.scope]?.granted), use: sql(use), limits: sql(limits) }
  const byId = celToSql({ cel: 'row.id == key', entity, platform, alias: ROW })
  return {
    document,
    async read(run, id) {
      const writer = new SqlWriter()
      const scope = { ...run.scope({}), feature, key: id }
      const value = (part: keyof typeof parts, none: string) => `${parts[part]?.value(writer, scope) ?? none} AS ${quote(part)}`
      const columns = [value('granted', 'NULL::numeric'), value('use', 'NULL::numeric'), value('limits', 'true')].join(', ')
      const from = `FROM ${quote(tableName(entity.id))} ${ROW} WHERE ${byId.condition(writer, scope)}`
      const { rows } = await run.query(writer.statement(`SELECT ${columns} ${from}`))
      const { granted = null, use: used = null, limits: isLimited = false } = rows[0] ?? {}
      const limit = isLimited === false ? null : Math.max(included, Number(granted ?? 0))
      return { feature, format, included, limit, used: used === null ? null : Number(used) }
    },
  }
}

function objectFinder(feature: FeatureDocument, where: Cel, platform: Platform): CompiledNeed['find'] {
  const entity = objectsOf(feature, platform)
  const condition = celToSql({ cel: where.cel, entity, platform, alias: ROW })
  return async (run, input) => {
    const writer = new SqlWriter()
    const found = condition.condition(writer, run.scope(input))
    const { rows } = await run.query(
      writer.statement(`SELECT ${ROW}."id"::text AS id FROM ${quote(tableName(entity.id))} ${ROW} WHERE ${found} LIMIT 1`),
    )
    return rows[0] ? String(rows[0].id) : null
  }
}

function objectsOf({ scope }: FeatureDocument, platform: Platform): EntityDocument {
  return platform.get('entity', platform.app.scopes?.[scope]?.entity ?? '')
}
