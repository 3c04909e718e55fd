import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { useId } from 'react'
import { Icon } from './Icon.tsx'
import { joinClasses } from './joinClasses.ts'
import { Spinner } from './Spinner.tsx'

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'> {
  tone?: 'primary' | 'default' | 'danger' | 'link'
  size?: 'small' | 'medium' | 'large'
  icon?: string
  block?: boolean
  busy?: boolean
  reason?: string
  type?: 'button' | 'submit'
}

/** The button of the platform. `busy` keeps its width, shows a spinner and ignores clicks; `reason` says why it is disabled, also to screen
 * readers. */
export function Button({ tone = 'default', size = 'medium', icon, block, busy, reason, type = 'button', ...rest }: ButtonProps): ReactNode {
  const reasonId = useId()
  const { children, className, disabled, onClick, ...attributes } = rest
  // A disabled button with a reason stays focusable, so that the reason can be heard.
  const explained = disabled && Boolean(reason)
  return (
    <>
      <button
        {...attributes}
        type={type}
        className={joinClasses('ag-button', `ag-button--${tone}`, `ag-button--${size}`, block && 'ag-button--block', className)}
        disabled={disabled && !explained}
        aria-disabled={disabled || busy || undefined}
        aria-busy={busy || undefined}
        aria-describedby={explained ? reasonId : attributes['aria-describedby']}
        title={explained ? reason : attributes.title}
        onClick={disabled || busy ? (event) => event.preventDefault() : onClick}
      >
        {busy && <Spinner />}
        <span className="ag-button__label">
          {icon && <Icon name={icon} />}
          {children}
        </span>
      </button>
      {explained && (
        <span id={reasonId} className="ag-hidden">
          {reason}
        </span>
      )}
    </>
  )
}
