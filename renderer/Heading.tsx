import type { ReactNode } from 'react'

/** A heading of the level that fits its place. The first-level one takes the focus after a change of page. */
export function Heading({
  level,
  ...attributes
}: {
  level: 1 | 2 | 3 | 4
  id?: string
  className?: string
  children: ReactNode
}): ReactNode {
  const Tag = `h${level}` as const
  return <Tag {...attributes} tabIndex={level === 1 ? -1 : undefined} />
}
