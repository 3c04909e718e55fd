import type { ReactNode } from 'react'

const MAX_SHOWN = 99

/** A person's picture, or the first letter of the name; with a count at its corner. 36 px. */
export function Avatar({ name, image, badge }: { name: string; image?: string | null; badge?: number }): ReactNode {
  return (
    <span className="ag-avatar">
      {image ? <img src={image} alt="" /> : <span aria-hidden="true">{[...name.trim()][0]?.toUpperCase() ?? '·'}</span>}
      {badge ? (
        // Drawn by the style: the button around it says the count in its name.
        <span className="ag-badge ag-badge--corner" data-count={badge > MAX_SHOWN ? `${MAX_SHOWN}+` : badge} aria-hidden="true" />
      ) : null}
    </span>
  )
}
