/** What differs between two versions of a page, in the terms of the person who edits it: parts added, removed, moved and changed. */
import { isRecord } from '../../isRecord.ts'
import { type Difference, differences } from '../differences.ts'
import { type PageNode, pageNodes } from './pageNodes.ts'

type Content = Readonly<Record<string, unknown>>

export interface PageChange {
  /** `changed` with `moved`: a part that stands elsewhere and differs. */
  what: 'added' | 'removed' | 'moved' | 'changed'
  /** JSON Pointer in the version before; null: not there. Empty: the page itself. */
  before: string | null
  after: string | null
  /** The part as it is now; a removed one as it was. */
  content: Content
  /** Of the part itself, without those inside it; paths are relative to it. */
  differences: readonly Difference[]
}

interface Pair {
  before: PageNode
  after: PageNode
  isMoved: boolean
}

/** First the page itself, then its parts in the order of the version after; what was removed comes last. A part that is added or removed with others inside it is
 *  one change. */
export function pageChanges(before: Content, after: Content): PageChange[] {
  const own = differences(withoutNodes(before), withoutNodes(after))
  const pairs = pairUp(pageNodes(before), pageNodes(after))
  const known = { before: new Set(pairs.map((pair) => pair.before.path)), after: new Set(pairs.map((pair) => pair.after.path)) }
  const byAfter = new Map(pairs.map((pair) => [pair.after.path, pair]))
  const now = pageNodes(after).flatMap((node) => {
    const pair = byAfter.get(node.path)
    return pair ? changesOf(pair) : added(node, known.after)
  })
  const gone = pageNodes(before).filter(({ path }) => !known.before.has(path) && !isInside(path, pageNodes(before), known.before))
  return [
    ...(own.length > 0 ? [{ what: 'changed', before: '', after: '', content: after, differences: own } as const] : []),
    ...now,
    ...gone.map(({ path, content }) => ({ what: 'removed', before: path, after: null, content, differences: [] }) as const),
  ]

  function added(node: PageNode, paired: ReadonlySet<string>): PageChange[] {
    if (isInside(node.path, pageNodes(after), paired)) return []
    return [{ what: 'added', before: null, after: node.path, content: node.content, differences: [] }]
  }
}

function changesOf({ before, after, isMoved }: Pair): PageChange[] {
  const own = differences(withoutNodes(before.content), withoutNodes(after.content))
  const place = { before: before.path, after: after.path, content: after.content }
  return [
    ...(isMoved ? [{ what: 'moved' as const, ...place, differences: [] }] : []),
    ...(own.length > 0 ? [{ what: 'changed' as const, ...place, differences: own }] : []),
  ]
}

/** Whether it stands in a part that is added or removed as a whole. */
function isInside(path: string, nodes: readonly PageNode[], paired: ReadonlySet<string>): boolean {
  return nodes.some((node) => path.startsWith(`${node.path}/`) && !paired.has(node.path))
}

/** Pairs of the same part: equal ones first, then those that have the same name, then those of the same type in the same list, in their order. */
function pairUp(before: readonly PageNode[], after: readonly PageNode[]): Pair[] {
  const rest = { before: new Set(before), after: new Set(after) }
  const found: { before: PageNode; after: PageNode }[] = []
  for (const keyOf of [placed(whole), placed(named), whole, named, placed(typed)]) {
    const waiting = Map.groupBy(rest.before, keyOf)
    for (const node of rest.after) {
      const key = keyOf(node)
      const other = key === '' ? undefined : waiting.get(key)?.shift()
      if (!other) continue
      found.push({ before: other, after: node })
      rest.before.delete(other)
      rest.after.delete(node)
    }
  }
  return withMoves(found)
}

const whole = ({ content }: PageNode) => JSON.stringify(content)
const typed = ({ node }: PageNode) => node
const placed = (keyOf: (node: PageNode) => string) => (node: PageNode) => {
  const key = keyOf(node)
  return key === '' ? '' : `${node.list} ${key}`
}

const NAMED_BY = ['id', 'table', 'form', 'fragment', 'widget', 'menu', 'part', 'title', 'label'] as const

/** Empty: nothing names it. */
function named({ node, content }: PageNode): string {
  const key = NAMED_BY.find((name) => content[name] !== undefined && content[name] !== null)
  return key ? `${node} ${key} ${JSON.stringify(content[key])}` : ''
}

/** A part has moved when it stands in another part, or when another one that was before it is now behind it. */
function withMoves(pairs: readonly { before: PageNode; after: PageNode }[]): Pair[] {
  const homeOf = new Map(pairs.map(({ before, after }) => [after.path, before.path]))
  const isHome = ({ before, after }: { before: PageNode; after: PageNode }) => listIn(after, homeOf) === before.list
  const lists = Map.groupBy(pairs.filter(isHome), ({ after }) => after.list)
  const kept = new Set([...lists.values()].flatMap(inOrder))
  return pairs.map((pair) => ({ ...pair, isMoved: !kept.has(pair) }))
}

/** The list of a node, as it was called in the version before. */
function listIn({ list }: PageNode, homeOf: ReadonlyMap<string, string>): string {
  const around = [...homeOf.keys()].filter((path) => list.startsWith(`${path}/`)).sort((left, right) => right.length - left.length)[0]
  return around === undefined ? list : homeOf.get(around)! + list.slice(around.length)
}

/** The longest run of pairs that kept their order: the fewest are said to have moved. */
function inOrder<P extends { before: PageNode; after: PageNode }>(pairs: readonly P[]): P[] {
  const sorted = [...pairs].sort((left, right) => left.after.index - right.after.index)
  const best: { length: number; from: number }[] = []
  for (const { before } of sorted) {
    const earlier = best.map((run, index) => ({ ...run, index })).filter(({ index }) => sorted[index]!.before.index < before.index)
    const from = earlier.reduce((top, run) => (run.length > top.length ? run : top), { length: 0, index: -1 })
    best.push({ length: from.length + 1, from: from.index })
  }
  const kept: P[] = []
  let at = best.reduce((top, run, index) => (run.length > (best[top]?.length ?? 0) ? index : top), -1)
  for (; at >= 0; at = best[at]!.from) kept.unshift(sorted[at]!)
  return kept
}

/** A value without the lists of nodes inside it. */
function withoutNodes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNodes)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => !(Array.isArray(member) && member.some((item) => isRecord(item) && typeof item.node === 'string')))
      .map(([key, member]) => [key, withoutNodes(member)]),
  )
}
