import type { ReactNode, Ref } from 'react'
import { Icon } from './Icon.tsx'

/** A row of steps: done, current, ahead. On a phone only the current one has a label. */
export function Steps({
  items,
  current,
  label,
  ref,
}: {
  items: readonly { title: string; text?: string }[]
  current: number
  label: string
  ref?: Ref<HTMLOListElement>
}): ReactNode {
  return (
    <ol ref={ref} className="ag-steps" aria-label={label}>
      {items.map((item, index) => {
        const state = index < current ? 'done' : index === current ? 'current' : 'ahead'
        return (
          <li
            key={item.title}
            className={`ag-steps__item ag-steps__item--${state}`}
            aria-current={state === 'current' ? 'step' : undefined}
            tabIndex={state === 'current' ? -1 : undefined}
          >
            <span className="ag-steps__mark">{state === 'done' ? <Icon name="check" size="small" /> : index + 1}</span>
            <span className="ag-steps__words">
              <span className="ag-steps__title">{item.title}</span>
              {item.text && <span className="ag-steps__text">{item.text}</span>}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
