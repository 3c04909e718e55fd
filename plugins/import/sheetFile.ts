/** The file of an import: a sheet that the person has uploaded. */
import type { HandlerContext, StoredFile } from '../../runtime/core/contracts.ts'

const TYPES: readonly string[] = ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'text/csv']

/** @throws IMPORT_FILE, IMPORT_KIND */
export async function sheetFile(id: string, context: HandlerContext): Promise<StoredFile> {
  const file = await context.files.get(id)
  if (!file || file.ownerId !== context.session.userId) return context.fail('IMPORT_FILE')
  if (!TYPES.includes(file.type)) return context.fail('IMPORT_KIND')
  return file
}
