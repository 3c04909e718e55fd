import type { SqlWriter } from '../database/SqlWriter.ts'

/** Text inside, wildcards taken literally. */
export function likePattern(writer: SqlWriter, text: string): string {
  return writer.value(`%${text.replace(/[\\%_]/g, '\\$&').replaceAll('\0', '')}%`, 'text')
}
