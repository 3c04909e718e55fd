/** All documents: built-in, with something published in their place, and made here; by kind, area, state, name, address, the words that people read in
 *  them, and by what they refer to. Pages come first; a page is also found by the words of what it shows. */
import { defineHandler, type HandlerContext } from '../../../core/contracts.ts'
import { KINDS } from '../../../core/documents/parseDocument.ts'
import { referencesOf } from '../../../core/documents/references.ts'
import type { Kind, LocalText, PageDocument } from '../../../core/documents.ts'
import { changedSince } from '../../documents/builtInSince.ts'
import { draftTitle } from '../../documents/draftTitle.ts'
import { createWordSearch } from '../../documents/shownWords.ts'
import { textInBoth } from '../../documents/textInBoth.ts'

interface Input {
  pageNum?: number
  pageSize?: number
  kind?: string
  area?: string
  state?: State
  mark?: Mark
  /** Only those with a draft of the person. */
  mine?: boolean
  search?: string
  /** `kind:id` or an id: only documents that name it. */
  refersTo?: string
}
/** `leftOut`: what is published does not fit this release. `builtInChanged`: the built-in one has changed since. */
type Mark = 'leftOut' | 'builtInChanged'
type State = 'shipped' | 'overridden' | 'added' | 'draft'
interface Listed {
  key: string
  kind: string
  id: string
  area: string
  title: LocalText
  /** Of a page. */
  address: string | null
  state: State
  /** What staff should look at. */
  mark: Mark | null
  hasDraft: boolean
  mine: boolean
  updatedAt: string | null
  /** What was looked for, as people read it: the text that holds it, when the name does not. */
  found?: string
  /** What was looked for. */
  words?: string
}
const PAGE = 20
/** What people open comes first. */
const ORDER: readonly Kind[] = ['page', ...KINDS.filter((kind) => kind !== 'page')]

export default defineHandler('platform.document.list', async (input, context) => {
  const { pageNum = 1, pageSize = PAGE } = input
  const of = (await everything(context)).filter((document) => matches(document, input)).filter(referring(input, context))
  const found = searched(of, input, context)
  return { list: found.slice((pageNum - 1) * pageSize, pageNum * pageSize), total: found.length, pageNum, pageSize }
})

async function everything(context: HandlerContext): Promise<Listed[]> {
  const { platform, documents, session } = context
  const stored = await documents.store.overview()
  const own = new Map(stored.filter(({ state }) => state === 'draft').map((draft) => [`${draft.kind} ${draft.id}`, draft]))
  const published = new Map(stored.filter(({ state }) => state === 'published').map((one) => [`${one.kind} ${one.id}`, one]))
  const served = ORDER.flatMap((kind) => [...platform.documents[kind].values()].map(({ id, title }) => ({ kind, id, title })))
  const names = new Set(served.map(({ kind, id }) => `${kind} ${id}`))
  const leftOut = new Set((await documents.store.leftOut()).map(({ kind, id }) => `${kind} ${id}`))
  const changed = await changedSince(context.db, documents.store.shipped)
  const unserved = [...own.values(), ...[...published].filter(([key]) => leftOut.has(key) && !own.has(key)).map(([, one]) => one)]
  const drafted = unserved
    .filter(({ kind, id }) => !names.has(`${kind} ${id}`))
    .map((draft) => ({ kind: draft.kind as Kind, id: draft.id, title: draftTitle(draft) }))
  return [...served, ...drafted].map(({ kind, id, title }) => {
    const key = `${kind} ${id}`
    const draft = own.get(key)
    const mark = leftOut.has(key) ? 'leftOut' : changed.has(key) ? 'builtInChanged' : null
    const state =
      !names.has(key) && !published.has(key)
        ? 'draft'
        : !published.has(key)
          ? 'shipped'
          : documents.store.shipped(kind, id)
            ? 'overridden'
            : 'added'
    return {
      key: `${kind}:${id}`,
      kind,
      id,
      area: id.split('.')[0]!,
      title: textInBoth(platform, title),
      address: (kind === 'page' && (platform.documents.page.get(id) ?? (draft?.content as PageDocument | undefined))?.routes?.[0]) || null,
      state,
      mark,
      hasDraft: draft !== undefined,
      mine: draft?.authorId === session.userId,
      updatedAt: (draft ?? published.get(key))?.updatedAt ?? null,
    }
  })
}

/** Documents with the name first, then those in which people read the words. */
function searched(documents: readonly Listed[], { search: sought }: Input, { platform, lang }: HandlerContext): Listed[] {
  const words = (sought ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return [...documents]
  const named = documents.filter(({ id, kind, title, address }) => {
    const name = `${id} ${kind} ${title.zh} ${title.en} ${address ?? ''}`.toLowerCase()
    return words.every((word) => name.includes(word))
  })
  const others = documents.filter((document) => !named.includes(document))
  const search = createWordSearch(platform, words, lang)
  const shown = others.flatMap((document) => {
    const found = search(document.kind as Kind, document.id)
    return found === undefined ? [] : [{ ...document, found, words: sought ?? '' }]
  })
  return [...named, ...shown]
}

function matches(document: Listed, { kind, area, state, mark, mine }: Input): boolean {
  if (mark !== undefined && document.mark !== mark) return false
  if (kind !== undefined && document.kind !== kind) return false
  if (area !== undefined && document.area !== area) return false
  if (state !== undefined && (state === 'draft' ? !document.hasDraft : document.state !== state)) return false
  return !mine || document.mine
}

function referring({ refersTo }: Input, { platform }: HandlerContext): (document: Listed) => boolean {
  if (!refersTo) return () => true
  const [kind, id] = refersTo.includes(':') ? refersTo.split(':') : [undefined, refersTo]
  const from = referencesOf(platform).filter(({ to }) => to.id === id && (kind === undefined || to.kind === kind))
  const names = new Set(from.map((reference) => `${reference.from.kind}:${reference.from.id}`))
  return ({ key }) => names.has(key)
}
