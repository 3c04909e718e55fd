import type { ReactNode } from 'react'
import type { ChromeDocument } from '../../runtime/core/documents.ts'
import { imageAddress } from '../FormattedValue.tsx'
import { useText, useValue } from '../useScoped.ts'
import { AppLink } from '../widgets/light/AppLink.tsx'

/** Logo and name of the site. The logo may come from a source; the default is the platform's. */
export function Brand({ brand }: { brand: ChromeDocument['brand'] }): ReactNode {
  const title = useText(brand?.title)
  const image = imageAddress(useValue(brand?.image))
  if (!brand) return null
  return (
    <AppLink to={brand.to} className="ag-brand">
      {image ? <img src={image} alt="" /> : <BrandSign />}
      <span>{title}</span>
    </AppLink>
  )
}

function BrandSign(): ReactNode {
  return (
    <svg className="ag-brand__sign" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="9" />
      <path d="M7 23.5L14.2 8.5h3.6L25 23.5M11 18.5c3.4 2 6.6 2 10 0" />
    </svg>
  )
}
