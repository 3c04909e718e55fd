import type { AnchorHTMLAttributes, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { isForeign, safeAddress } from '../../../runtime/core/safeAddress.ts'

export interface AppLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  to: string
  newTab?: boolean
}

/** A link by address: without a reload inside the application, a normal link elsewhere, no link for an unsafe address. */
export function AppLink({ to, newTab, children, ...attributes }: AppLinkProps): ReactNode {
  const address = safeAddress(to)
  if (!address) return <span {...attributes}>{children}</span>
  const target = newTab ? { target: '_blank', rel: 'noopener' } : {}
  if (isForeign(address)) {
    return (
      <a {...attributes} href={address} {...target} rel="noopener noreferrer">
        {children}
      </a>
    )
  }
  return (
    <Link {...attributes} to={address} {...target}>
      {children}
    </Link>
  )
}
