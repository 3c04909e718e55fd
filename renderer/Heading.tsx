import type { ReactNode } from 'react'

/** A heading of the level that fits its place. The first-level one takes the focus after a change of page. */
export function Heading({ level, className, children }: { level: 1 | 2 | 3 | 4; className?: string; children: ReactNode }): ReactNode {
  const Tag = `h${level}` as const
  return (
    <Tag className={className} tabIndex={level === 1 ? -1 : undefined}>
      {children}
    </Tag>
  )
}
