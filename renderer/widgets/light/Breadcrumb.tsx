import type { ReactNode } from 'react'
import { AppLink } from './AppLink.tsx'
import { Icon } from './Icon.tsx'

/** Path to the page: its parent pages as links, the page itself as text. */
export function Breadcrumb({ label, items }: { label: string; items: readonly { title: string; to?: string }[] }): ReactNode {
  return (
    <nav className="ag-breadcrumb" aria-label={label}>
      <ol>
        {items.map((item, index) => (
          <li key={item.to ?? item.title}>
            {index > 0 && <Icon name="right" size="small" />}
            {item.to && index < items.length - 1 ? (
              <AppLink to={item.to}>{item.title}</AppLink>
            ) : (
              <span aria-current={index === items.length - 1 ? 'page' : undefined}>{item.title}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
