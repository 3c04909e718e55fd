import type { FormDocument } from '../../runtime/core/documents.ts'
import type { FormSession } from './useDesign.ts'

/** Puts the content of another form in place of this one's: one step back. The form keeps its own name and place, and the facts that its rules read
 *  and the words of its button unless the other form brings some. */
export function replaceForm(session: FormSession, { $schema: _, id: __, version: ___, ...content }: FormDocument, words: string): void {
  const { $schema, id, version, context, submitLabel } = session.content
  const kept = { ...(context ? { context } : {}), ...(submitLabel ? { submitLabel } : {}) }
  session.change(words, () => ({ $schema, id, version, ...structuredClone({ ...kept, ...content }) }), { select: [] })
}
