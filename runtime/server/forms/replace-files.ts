/** Facts of files in answers are what the browser says. Before anything is checked they are replaced by what is stored, so that size, type and
 *  dimensions can be trusted, and files of other people are refused. */
import type { StoredFile } from '../../core/contracts.ts'
import { childPath } from '../../core/form/answerPath.ts'
import type { CompiledForm, FieldTemplate } from '../../core/form/compileForm.ts'
import { holdsFiles } from '../../core/form/holdsFields.ts'
import { namedFiles } from '../files/createFilesService.ts'
import type { CallScope } from '../server-context.ts'

export interface ReplacedFiles {
  answers: unknown
  /** Paths of files that do not exist or belong to somebody else. */
  unknown: string[]
}

/** @param previous stored answers that are being changed: their files may stay, whoever uploaded them */
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
    answers: walk(form.root, answers, '', (value, path) =>
      Array.isArray(value) ? value.map((one, at) => fact(one, `${path}/${at}`)) : fact(value, path),
    ),
    unknown,
  }
}

function walk(holder: FieldTemplate, value: unknown, path: string, replace: (value: unknown, path: string) => unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, answer]) => {
      const field = holder.byName.get(name)
      const at = childPath(path, name)
      if (!field) return [name, answer]
      if (holdsFiles(field.schema)) return [name, replace(answer, at)]
      if (field.kind === 'group') return [name, walk(field, answer, at, replace)]
      if (field.kind === 'repeat' && Array.isArray(answer))
        return [name, answer.map((row, index) => walk(field, row, childPath(at, index), replace))]
      return [name, answer]
    }),
  )
}

async function readFiles({ db, session }: CallScope, keys: string[], kept: ReadonlySet<string>): Promise<Map<string, StoredFile>> {
  const rows = await db
    .selectFrom('platform_file')
    .select(['key', 'name', 'size', 'type', 'width', 'height', 'ownerId'])
    .where('key', 'in', keys)
    .execute()
  const usable = rows.filter((row) => row.ownerId === session.userId || kept.has(row.key))
  return new Map(usable.map(({ key, ...facts }) => [key, { id: key, ...facts } as StoredFile]))
}
