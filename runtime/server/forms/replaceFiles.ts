/** Replaces the file facts in answers, which the browser claims, by the stored ones before any check, so that size, type and dimensions are
 * trustworthy and files of other people are refused. */
import type { StoredFile } from '../../core/contracts.ts'
import type { CompiledForm } from '../../core/form/compileForm.ts'
import { holdsFiles } from '../../core/form/holdsFields.ts'
import { namedFiles } from '../files/createFilesService.ts'
import type { CallScope } from '../serverContext.ts'
import { mapAnswers } from './mapAnswers.ts'

export interface ReplacedFiles {
  answers: unknown
  /** Paths of files that do not exist or belong to someone else. */
  unknown: string[]
}

/** @param previous stored answers that are being changed: their files may stay, anyone who uploaded them */
export async function replaceFiles(
  form: CompiledForm,
  answers: unknown,
  { scope, previous }: { scope: CallScope; previous?: Record<string, unknown> },
): Promise<ReplacedFiles> {
  const keys = [...namedFiles(answers)]
  const stored = keys.length === 0 ? new Map<string, StoredFile>() : await readFiles(scope, keys, namedFiles(previous))
  const unknown: string[] = []
  const fact = (value: unknown, path: string): unknown => {
    if (value === null || value === undefined || value === '') return value
    const found = stored.get(String((value as { id?: unknown }).id))
    if (!found) unknown.push(path)
    return found ?? null
  }
  return {
    answers: mapAnswers(form.root, answers, (field, value, path) => {
      if (!holdsFiles(field.schema)) return value
      return Array.isArray(value) ? value.map((one, at) => fact(one, `${path}/${at}`)) : fact(value, path)
    }),
    unknown,
  }
}

async function readFiles({ db, session }: CallScope, keys: string[], kept: ReadonlySet<string>): Promise<Map<string, StoredFile>> {
  const rows = await db
    .selectFrom('platform_file')
    .select(['key', 'name', 'size', 'type', 'width', 'height', 'ownerId'])
    .where('key', 'in', keys)
    .execute()
  // a file that belongs to no one is not open to visitors either
  const usable = rows.filter((row) => (session.userId !== null && row.ownerId === session.userId) || kept.has(row.key))
  return new Map(usable.map(({ key, ...facts }) => [key, { id: key, ...facts } as StoredFile]))
}
