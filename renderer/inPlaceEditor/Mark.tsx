import { createContext, type ReactNode, useContext, useLayoutEffect, useRef, useState } from 'react'
import type { MarkedNode } from '../../runtime/core/documents/markNodes.ts'
import type { Node } from '../../runtime/core/documents.ts'
import { EDGE, markBetween } from './marks.ts'

/** Number of the pass in which elements are marked. */
export const PassContext = createContext(0)

/** Marks the elements of a node. They are found between two edges, which are gone before anything is painted: the page looks as it does for others. */
export function Mark({ node, children }: { node: Node; children: ReactNode }): ReactNode {
  const pass = useContext(PassContext)
  const [done, setDone] = useState(0)
  const first = useRef<HTMLSpanElement>(null)
  const last = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    if (done === pass || !first.current || !last.current) return
    markBetween(first.current, last.current, (node as MarkedNode).at ?? [])
    setDone(pass)
  }, [done, pass, node])
  return (
    <>
      {done !== pass && <span ref={first} className={EDGE} hidden />}
      {children}
      {done !== pass && <span ref={last} className={EDGE} hidden />}
    </>
  )
}
