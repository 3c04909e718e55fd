/** Filters by path may only use fields that are readable and not personal in every form version of the rows. Otherwise someone could find out a personal
 *  answer by repeated filtering. */
import { AgonError } from '../../core/errors.ts'
import { pruneForm } from '../../core/form/pruneForm.ts'
import { leadsToPersonal, masksOf } from '../../core/masking/personalFields.ts'
import { heldAnywhere } from '../../core/permissions.ts'
import { SqlWriter } from '../database/SqlWriter.ts'
import { entityField, quote } from '../database/tableNames.ts'
import type { CallRun } from './CallRun.ts'
import { ROW, type RowSelection } from './rowSource.ts'

export interface AskedPaths {
  callId: string
  selection: RowSelection
  /** Parameter with an object of path -> condition. */
  parameter: string
  /** The field with the answers. */
  field: string
  input: Readonly<Record<string, unknown>>
  run: CallRun
  /** Condition of the rows in question. */
  rows(writer: SqlWriter): string
}

/** @throws FILTER_PERSONAL for a path to a personal field, or to one that the asker may not read */
export async function assertOpenPaths(asked: AskedPaths): Promise<void> {
  const { selection, parameter, input, run } = asked
  const wanted = input[parameter]
  const hash = entityField(selection.entity, asked.field)?.form
  if (hash === undefined || typeof wanted !== 'object' || wanted === null) return
  const paths = Object.entries(wanted).flatMap(([path, value]) => (value == null ? [] : [path]))
  if (paths.length === 0) return
  const masks = masksOf(selection.platform)
  const codes = heldAnywhere(run.session)
  for (const version of await versionsOf(asked, hash)) {
    const readable = pruneForm(version, codes).schema
    for (const path of paths) {
      const steps = path.split('.')
      if (leadsToPersonal(readable, steps, masks) || (readable !== version.schema && isPruned(version.schema, readable, steps)))
        throw new AgonError('FILTER_PERSONAL', { call: asked.callId, field: path })
    }
  }
}

/** Steps from one distinct version to the next along an index: many rows have few versions. */
async function versionsOf({ selection, run, rows }: AskedPaths, hash: string) {
  const writer = new SqlWriter()
  const column = `${ROW}.${quote(hash)}`
  const next = `SELECT ${column} FROM ${quote(selection.model.name)} ${ROW} WHERE ${rows(writer)}`
  const text = `WITH RECURSIVE version (hash) AS ((${next} ORDER BY ${column} LIMIT 1) UNION ALL
    SELECT (${next} AND ${column} > version.hash ORDER BY ${column} LIMIT 1) FROM version WHERE version.hash IS NOT NULL) SELECT hash FROM version`
  const { rows: found } = await run.onPrimary().query<{ hash: string | null }>(writer.statement(text))
  const versions = await Promise.all(found.map(({ hash: each }) => (each === null ? null : run.set.deps.services.forms.version(each))))
  return versions.flatMap((version) => (version ? [version.form] : []))
}

interface Holder {
  properties?: Record<string, Holder>
  items?: Holder
}

/** Whether the path leads to, or over, a field that was taken out. */
function isPruned(whole: Holder, kept: Holder, steps: readonly string[]): boolean {
  if (steps.length === 0) return whole !== kept
  const [step, ...rest] = steps
  if (whole.items && kept.items) return isPruned(whole.items, kept.items, rest)
  const here = whole.properties?.[step!]
  if (here === undefined) return false
  const there = kept.properties?.[step!]
  return there === undefined || isPruned(here, there, rest)
}
