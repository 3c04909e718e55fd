/** Checks of the parts of a page or fragment as a whole: each is named, none stands in itself, and all of them together stay a screen. */
import type { FragmentDocument, PageDocument } from '../documents.ts'
import type { LinkedDocument } from './documentIndex.ts'
import { type Placeholder, placesIn } from './expandFragments.ts'
import { pointer } from './failure.ts'
import { findCycle } from './findCycle.ts'
import type { Linker } from './linker.ts'

/** Nodes of a page with all fragments and parts in their places. The largest page of the product has a few hundred. */
const MAX_NODES = 5_000

/** Parts of one document. */
const MAX_PARTS = 200

type Holder = Pick<PageDocument | FragmentDocument, 'body' | 'parts'>

/** @returns whether the document can be put together */
export function linkParts(linker: Linker, document: LinkedDocument, holder: Holder): boolean {
  const { body, parts = {} } = holder
  if (Object.keys(parts).length > MAX_PARTS) return tooManyParts(linker, document, Object.keys(parts).length)
  const inside = new Map(Object.entries(parts).map(([name, nodes]) => [name, new Set(partsIn(nodes))]))
  const cycle = findCycle(inside)
  if (cycle !== undefined) {
    const [name = '', next] = cycle
    const place = placesIn(parts[name]).find(({ node }) => node.node === 'part' && node.part === next)
    linker.report(document, {
      code: 'CYCLE',
      path: `${pointer('/parts', name)}${place?.path ?? ''}`,
      expected: 'parts that do not stand in each other in a circle',
      found: cycle.join(' -> '),
      suggestion: 'take one of them out of the other',
    })
    return false
  }
  const named = new Set(partsIn({ body, parts }))
  for (const name of Object.keys(parts).filter((one) => !named.has(one)))
    linker.report(document, {
      code: 'VALUE',
      path: pointer('/parts', name),
      expected: 'a part that a node of this document names',
      found: 'no one names it',
      suggestion: `write "${name}" where its nodes belong, or remove the part`,
    })
  return isBounded(linker, document, holder)
}

function tooManyParts(linker: Linker, document: LinkedDocument, count: number): false {
  const suggestion = 'move what belongs together into fragments'
  linker.report(document, { code: 'VALUE', path: '/parts', expected: `at most ${MAX_PARTS} parts`, found: `${count}`, suggestion })
  return false
}

function partsIn(value: unknown): string[] {
  return placesIn(value).flatMap(({ node }) => (node.node === 'part' ? [node.part] : []))
}

function isBounded(linker: Linker, document: LinkedDocument, holder: Holder): boolean {
  const nodes = new NodeCount(linker).of(holder, document.kind === 'fragment' ? document.id : '')
  if (nodes <= MAX_NODES) return true
  linker.report(document, {
    code: 'VALUE',
    path: '/body',
    expected: `at most ${MAX_NODES} nodes with all fragments and parts in their places`,
    found: nodes === Number.POSITIVE_INFINITY ? 'no end' : `${nodes}`,
    suggestion: 'name parts and fragments less often in each other',
  })
  return false
}

/** Counts nodes without putting them together: each part and fragment once. */
class NodeCount {
  readonly linker: Linker
  readonly known = new Map<string, number>()

  constructor(linker: Linker) {
    this.linker = linker
  }

  of({ body, parts = {} }: Holder, owner: string): number {
    return this.inside(body, owner, parts)
  }

  inside(value: unknown, owner: string, parts: NonNullable<Holder['parts']>): number {
    const places = placesIn(value)
    return ownNodes(value) + places.reduce((sum, { node }) => sum + this.placed(node, owner, parts), 0)
  }

  placed(node: Placeholder, owner: string, parts: NonNullable<Holder['parts']>): number {
    const key = node.node === 'part' ? `${owner}#${node.part}` : node.fragment
    const known = this.known.get(key)
    if (known !== undefined) return known
    // a circle is reported where fragments are linked
    this.known.set(key, 0)
    const count = node.node === 'part' ? this.part(node.part, owner, parts) : this.fragment(node.fragment)
    this.known.set(key, count)
    return count
  }

  part(name: string, owner: string, parts: NonNullable<Holder['parts']>): number {
    return Object.hasOwn(parts, name) ? this.inside(parts[name], owner, parts) : 0
  }

  fragment(id: string): number {
    const fragment = this.linker.index.get('fragment', id)
    return fragment === undefined ? 0 : this.of(fragment, id)
  }
}

function ownNodes(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const own = typeof (value as { node?: unknown }).node === 'string' ? 1 : 0
  return Object.values(value).reduce<number>((sum, member) => sum + ownNodes(member), own)
}
