import type { FormDocument } from '../../runtime/core/documents.ts'
import type { FormSession } from './useDesign.ts'

/** Puts the content of another form in place of this one's: one step back. The form keeps its own name and place. */
export function takeForm(session: FormSession, { $schema: _, id: __, version: ___, ...content }: FormDocument, words: string): void {
  const { $schema, id, version } = session.content
  session.change(words, () => ({ $schema, id, version, ...structuredClone(content) }), { select: [] })
}
