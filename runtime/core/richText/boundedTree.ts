/** A tree for parse5 that stops the parser while it builds: markup of a few kilobytes can make millions of elements, because formatting that is left open is
 *  opened anew in each paragraph. So the bound counts what is built, not what was sent. */
import { type DefaultTreeAdapterMap, type DefaultTreeAdapterTypes, defaultTreeAdapter, type TreeAdapter } from 'parse5'
import { AgonError } from '../errors.ts'

/** Elements, comments and texts of one formatted text; a table of 10,000 cells has fewer. */
export const MAX_NODES = 50_000
/** Elements inside elements while it is parsed. The parser looks through all that are open, so this bounds the time of each tag. What is kept is flatter. */
export const DEEPEST_PARSED = 500

type Tree = TreeAdapter<DefaultTreeAdapterMap>
type Parent = DefaultTreeAdapterTypes.ParentNode

/** For one text. @throws TEXT_EXCESSIVE while the text is parsed */
export function boundedTree(): Tree {
  const depths = new WeakMap<object, number>()
  let nodes = 0
  const count = () => {
    nodes += 1
    if (nodes > MAX_NODES) throw new AgonError('TEXT_EXCESSIVE', { nodes: MAX_NODES, depth: DEEPEST_PARSED })
  }
  const place = (parent: Parent, node: object) => {
    const depth = (depths.get(parent) ?? 0) + 1
    if (depth > DEEPEST_PARSED) throw new AgonError('TEXT_EXCESSIVE', { nodes: MAX_NODES, depth: DEEPEST_PARSED })
    depths.set(node, depth)
  }
  const addsText = (parent: Parent, insert: () => void) => {
    const before = parent.childNodes.length
    insert()
    if (parent.childNodes.length > before) count()
  }
  return {
    ...defaultTreeAdapter,
    createElement(...element) {
      count()
      return defaultTreeAdapter.createElement(...element)
    },
    createCommentNode(data) {
      count()
      return defaultTreeAdapter.createCommentNode(data)
    },
    appendChild(parent, node) {
      place(parent, node)
      defaultTreeAdapter.appendChild(parent, node)
    },
    insertBefore(parent, node, reference) {
      place(parent, node)
      defaultTreeAdapter.insertBefore(parent, node, reference)
    },
    insertText: (parent, text) => addsText(parent, () => defaultTreeAdapter.insertText(parent, text)),
    insertTextBefore: (parent, text, reference) => addsText(parent, () => defaultTreeAdapter.insertTextBefore(parent, text, reference)),
  }
}
