import type { ReactNode } from 'react'
import type { Answer } from '../../form/contract.ts'

interface LeaveAreaProps {
  answer: Pick<Answer, 'leave'>
  className: string
  style?: React.CSSProperties
  onLeave?(): void
  children: ReactNode
}

/** Wraps a control of several elements: `onLeave` runs when the focus leaves all of them. */
export function LeaveArea({ answer, className, style, onLeave, children }: LeaveAreaProps) {
  const leave = (event: React.FocusEvent<HTMLElement>) => {
    if (event.currentTarget.contains(event.relatedTarget)) return
    onLeave?.()
    answer.leave()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears only that the focus has gone
    <div className={className} style={style} onBlur={leave}>
      {children}
    </div>
  )
}
