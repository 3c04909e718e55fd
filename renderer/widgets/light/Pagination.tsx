import type { ReactNode } from 'react'
import { translate } from '../../../runtime/client/texts.ts'
import { Icon } from './Icon.tsx'

export interface PaginationProps {
  page: number
  size: number
  total: number
  /** There are more rows than were counted: the last page is not known. */
  more?: boolean | undefined
  onChange(page: number): void
}

/** Pages of a list: previous, next, first, the current page in words, and the last where it is known. */
export function Pagination({ page, size, total, more = false, onChange }: PaginationProps): ReactNode {
  const pages = more ? Number.POSITIVE_INFINITY : Math.max(1, Math.ceil(total / size))
  if (pages === 1) return null
  return (
    <nav className="ag-pagination" aria-label={translate('kernel.page.label')}>
      <button
        type="button"
        className="ag-page-button"
        disabled={page <= 1}
        aria-label={translate('kernel.page.previous')}
        onClick={() => onChange(page - 1)}
      >
        <Icon name="left" size="small" />
      </button>
      {pagesShown(page, pages).map((shown, index) =>
        shown === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no identity but its place
          <span key={`gap-${index}`} className="ag-page-gap">
            …
          </span>
        ) : (
          <button
            key={shown}
            type="button"
            className="ag-page-button"
            aria-current={shown === page ? 'page' : undefined}
            aria-label={translate('kernel.page.number', { page: shown })}
            onClick={() => onChange(shown)}
          >
            {shown}
          </button>
        ),
      )}
      <button
        type="button"
        className="ag-page-button"
        disabled={page >= pages}
        aria-label={translate('kernel.page.next')}
        onClick={() => onChange(page + 1)}
      >
        <Icon name="right" size="small" />
      </button>
    </nav>
  )
}

/** First, last, the current page and its neighbours; null where pages are left out. @param pages infinite while no one knows how many there are */
export function pagesShown(page: number, pages: number): (number | null)[] {
  const wanted = [1, page - 1, page, page + 1, pages].filter((number) => number >= 1 && number <= pages)
  const numbers = [...new Set(wanted)].sort((a, b) => a - b)
  return numbers.flatMap((number, index) => {
    if (!Number.isFinite(number)) return [null]
    const before = numbers[index - 1]
    if (before === undefined || number === before + 1) return [number]
    // One left out alone is shown: a gap would be no shorter.
    return number === before + 2 ? [number - 1, number] : [null, number]
  })
}
