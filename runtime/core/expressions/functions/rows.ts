import { EvaluationFault } from '../EvaluationFault.ts'
import { type FunctionEntry, functionEntry } from '../FunctionEntry.ts'

/** What becomes SQL is never evaluated: the linker keeps these functions where it does. */
function inSql(): never {
  throw new EvaluationFault('only becomes SQL')
}

/** Functions of conditions and outputs of calls. */
export const rowFunctions: readonly FunctionEntry[] = [
  functionEntry(
    'rows(string): list',
    "Rows of another entity, in where and output of a call: rows('library.loan').exists(l, l.bookId == row.id). Also size(rows(e).filter(r, ...)); sum, min and max of rows(e).filter(r, ...).map(r, r.amount); and [0] of such a map: the value of the oldest row.",
    inSql,
  ),
  functionEntry(
    'reach(dyn, string): list<string>',
    "Ids of the objects of a scope on which the asker holds a permission (or one of a list), in where and output of a call: row.organisationId in reach('manageAccount', 'organisation'). Everything is in it for who holds it on the whole platform.",
    inSql,
  ),
  functionEntry(
    'everywhere(dyn): boolean',
    'Whether the asker holds a permission (or one of a list) on the whole platform; in where and output of a call.',
    inSql,
  ),
]

export const ROW_FUNCTIONS: ReadonlySet<string> = new Set(rowFunctions.map(({ name }) => name))
