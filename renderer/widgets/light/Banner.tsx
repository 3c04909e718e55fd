import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'

export type Tone = 'info' | 'success' | 'warning' | 'error'

/** A notice within the page. Errors and warnings are announced. */
export function Banner({
  tone,
  title,
  titleId,
  text,
  children,
}: {
  tone: Tone
  title: string
  titleId?: string
  text?: string
  children?: ReactNode
}): ReactNode {
  return (
    <div className={`ag-banner ag-banner--${tone}`} role={tone === 'error' ? 'alert' : 'status'}>
      <Icon name={tone} />
      <div className="ag-banner__body">
        <p className="ag-banner__title" id={titleId}>
          {title}
        </p>
        {text && <p className="ag-banner__text">{text}</p>}
      </div>
      {children && <div className="ag-banner__actions">{children}</div>}
    </div>
  )
}
