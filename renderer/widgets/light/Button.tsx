import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { useId } from 'react'
import { AppLink } from './AppLink.tsx'
import { Icon } from './Icon.tsx'
import { joinClasses } from './joinClasses.ts'
import { Spinner } from './Spinner.tsx'
import { Tip, useTip } from './Tip.tsx'

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'> {
  tone?: 'primary' | 'default' | 'danger' | 'link'
  size?: 'small' | 'medium' | 'large'
  icon?: string
  block?: boolean
  busy?: boolean
  reason?: string
  /** The reason stands beside the button, not in a tip. */
  spelled?: boolean
  type?: 'button' | 'submit'
}

/** The button of the platform. `busy` keeps its width, shows a spinner and ignores clicks; `reason` says why it is disabled: to screen readers,
 * and in a tip that comes with the pointer, the focus or a tap. */
export function Button(props: ButtonProps): ReactNode {
  const { tone = 'default', size = 'medium', icon, block, busy, reason, spelled, type = 'button', ...rest } = props
  const reasonId = useId()
  const { children, className, disabled, onClick, ...attributes } = rest
  // A disabled button with a reason stays focusable, so that the reason can be reached.
  const explained = disabled && Boolean(reason)
  const tip = useTip()
  return (
    <>
      <button
        {...attributes}
        {...(explained && !spelled && tip.triggers)}
        type={type}
        className={joinClasses('ag-button', `ag-button--${tone}`, `ag-button--${size}`, block && 'ag-button--block', className)}
        disabled={disabled && !explained}
        aria-disabled={disabled || busy || undefined}
        aria-busy={busy || undefined}
        aria-describedby={[explained && reasonId, attributes['aria-describedby']].filter(Boolean).join(' ') || undefined}
        onClick={disabled || busy ? (event) => event.preventDefault() : onClick}
      >
        {busy && <Spinner />}
        <span className="ag-button__label">
          {icon && <Icon name={icon} />}
          {children}
        </span>
      </button>
      {explained && !spelled && tip.open && <Tip>{reason}</Tip>}
      {explained && (
        <span id={reasonId} className={spelled ? 'ag-action__reason' : 'ag-hidden'}>
          {reason}
        </span>
      )}
    </>
  )
}

interface ButtonLinkProps extends Pick<ButtonProps, 'tone' | 'size' | 'icon' | 'block' | 'aria-describedby'> {
  to: string
  label: string
}

/** A link that stands where a button would. */
export function ButtonLink({
  to,
  label,
  tone = 'link',
  size = 'medium',
  icon,
  block,
  'aria-describedby': describedBy,
}: ButtonLinkProps): ReactNode {
  return (
    <AppLink
      to={to}
      aria-describedby={describedBy}
      className={joinClasses('ag-button', `ag-button--${tone}`, `ag-button--${size}`, block && 'ag-button--block')}
    >
      <span className="ag-button__label">
        {icon && <Icon name={icon} />}
        {label}
      </span>
    </AppLink>
  )
}
