/** A sheet of its own for each repeat group of the forms: a line for each of its rows, which begins with what the first columns say of whose it is. */
import type { FormField, FormSchema } from '../../core/documents.ts'
import { holdsFields } from '../../core/form/holdsFields.ts'
import { type AnswerPlace, answerFields, type ExportColumn, formColumns, readName } from './exportColumns.ts'
import type { ExportContext } from './exportContext.ts'
import { titleOf } from './fieldCells.ts'
import type { Sheet } from './writeWorkbook.ts'

type Pages = AsyncIterable<Record<string, unknown>[]>

/** Number of first columns that identify whose row it is: a number and a name. */
const LEADING = 2

export interface GroupedRows {
  /** Of the declared fields. */
  columns: readonly ExportColumn[]
  /** hash -> form as its readers see it, newest first. */
  versions: ReadonlyMap<string, FormSchema>
  place: AnswerPlace
  /** From the beginning, each time. */
  rows(): Pages
}

export function groupSheets({ columns, versions, place, rows }: GroupedRows, context: ExportContext): Sheet[] {
  const groups = new Map<string, Map<string, FormField>>()
  for (const [hash, schema] of versions) {
    for (const [name, field] of answerFields(schema)) {
      if (holdsFields(field) !== 'repeat') continue
      groups.set(name, (groups.get(name) ?? new Map<string, FormField>()).set(hash, field))
    }
  }
  return [...groups].map(([name, fields]) => {
    const items = new Map([...fields].map(([hash, field]) => [hash, field.items ?? {}]))
    const own = formColumns(items, { ...place, prefix: `${name}.` }, context)
    return {
      title: titleOf([...fields.values()][0]!, name, context),
      // an amount of the row would be added up once for each row of its group
      columns: [...columns.slice(0, LEADING).map((column) => ({ ...column, isMoney: false })), ...own],
      rows: groupRows(rows, place, name),
    }
  })
}

/** Each row as often as its group has rows, which replace its answers. */
async function* groupRows(rows: () => Pages, { answers }: AnswerPlace, name: string): Pages {
  for await (const page of rows()) {
    yield page.flatMap((row) => {
      const group = readName(row[answers], name)
      return Array.isArray(group) ? group.map((each) => ({ ...row, [answers]: each })) : []
    })
  }
}
