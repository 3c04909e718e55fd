import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'

/** An empty state with the next step. */
export function Empty({ title, text, image, children }: { title: string; text?: string; image?: string; children?: ReactNode }): ReactNode {
  return (
    <div className="ag-empty">
      {image ? (
        <img className="ag-empty__image" src={image} alt="" />
      ) : (
        <span className="ag-empty__icon">{<Icon name="inbox" size="large" />}</span>
      )}
      <p className="ag-empty__title">{title}</p>
      {text && <p className="ag-empty__text">{text}</p>}
      {children && <div className="ag-empty__actions">{children}</div>}
    </div>
  )
}
