/** Published documents make way for the built-in ones, or for nothing, in one act: all or none. What still names one of them is reported in words. */
import type { DocumentName, HandlerContext } from '../../core/contracts.ts'
import { readFileName } from '../../core/documents/parseDocument.ts'
import { AgonError } from '../../core/errors.ts'
import type { DocumentFailure } from '../../core/platform.ts'
import { fillText } from '../wire/fillText.ts'
import { assertConfirmed } from './openedRights.ts'
import { textInBoth } from './textInBoth.ts'

/** Documents that are reported by name; the others by their number. */
const MAX_REPORTED = 8

/** @throws DOCUMENT_IN_USE with details `what` and `failures`, NOT_FOUND, CONFIRM_FIRST */
export async function resetRecorded(
  names: readonly DocumentName[],
  confirmed: readonly string[] | undefined,
  context: HandlerContext,
): Promise<void> {
  const { documents, rows } = context
  const taken = await documents.store.resetManyToBuiltIn(names).catch((error: unknown) => {
    const failures = error instanceof AgonError && error.code === 'DOCUMENT_INVALID' ? (error.details?.failures as DocumentFailure[]) : null
    if (!failures) throw error
    return context.fail('DOCUMENT_IN_USE', { what: usersInWords(failures, context), failures })
  })
  const builtIn = taken.flatMap(({ kind, id }) => {
    const content = documents.store.shipped(kind, id)
    return content ? [{ kind, id, content }] : []
  })
  const opened = assertConfirmed(builtIn, confirmed, context)
  for (const { kind, id, rowId, revision, hash } of taken) {
    const facts = { kind, documentId: id, revision, hash }
    const own = opened.filter((key) => key.startsWith(`${kind}:${id} `))
    const after = { ...facts, state: 'archived', ...(own.length > 0 ? { opened: own.join('\n') } : {}) }
    await rows.record({ entity: 'platform.document', rowId, before: { ...facts, state: 'published' }, after })
  }
}

/** One line for each document that would name what is gone, with what it names. */
function usersInWords(failures: readonly DocumentFailure[], { platform, lang }: HandlerContext): string {
  const text = (key: string) => platform.texts[lang][`kernel.inUse.${key}`] ?? key
  const users = [...Map.groupBy(failures, ({ file }) => file)]
  const lines = users.slice(0, MAX_REPORTED).map(([file, of]) => {
    const name = readFileName(file)
    const found = [...new Set(of.map((failure) => failure.found))].slice(0, MAX_REPORTED).join(text('comma'))
    if (!('kind' in name)) return fillText(text('line'), { user: file, found }, lang)
    const title = textInBoth(platform, platform.documents[name.kind].get(name.id)?.title ?? name.id)[lang]
    return fillText(text('line'), { user: fillText(text('user'), { title, kind: name.kind, id: name.id }, lang), found }, lang)
  })
  const more = users.length - MAX_REPORTED
  return [...lines, ...(more > 0 ? [fillText(text('more'), { count: more }, lang)] : [])].join('\n')
}
