/** A literal text written as an expression: `"='active'"` where a value is asked for stands for `"active"`. A text that would be read as something else
 *  (`=...`, `@key`) stays an expression. */
import type { ShortForm } from './shortForm.ts'

const LITERAL = /^=\s*(?:'([^'\\=@][^'\\]*)'|"([^"\\=@][^"\\]*)")\s*$/

export const literalForm: ShortForm = {
  expand(value) {
    const parts = typeof value === 'string' ? LITERAL.exec(value) : null
    return parts === null ? undefined : { value: parts[1] ?? parts[2] }
  },
  contract(_, contracted) {
    return contracted
  },
}
