/** Terms to read and accept. Props: `text` (Text) shown in a box to scroll, `links` [{ label, to }] opened in a new tab. The answer is true. */
import { resolveText, translate } from '../../../runtime/client/texts.ts'
import type { ControlProps } from '../../form/contract.ts'
import { useAnswer } from './useAnswer.ts'

interface AgreementProps {
  text?: unknown
  links?: { label: unknown; to: string }[]
}

export default function AgreementControl(control: ControlProps) {
  const [value, write] = useAnswer<boolean>(control.answer)
  const { text, links = [] } = control.props as AgreementProps
  const words = text ? resolveText(text) : ''
  return (
    <div className="ag-form-agreement">
      {words && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        <section className="ag-form-agreement-text" tabIndex={0} aria-label={control.label}>
          {words.split('\n').map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of a fixed text
            <p key={at}>{line}</p>
          ))}
        </section>
      )}
      <label className="ag-form-choice">
        <input
          type="checkbox"
          id={control.id}
          checked={value === true}
          disabled={control.disabled}
          required={control.required}
          aria-invalid={control.invalid || undefined}
          aria-describedby={control.describedBy}
          onChange={(event) => write(event.currentTarget.checked || undefined)}
          onBlur={control.answer.leave}
        />
        <span>
          {control.label}
          {control.required && (
            <span className="ag-form-field-mark" aria-hidden="true">
              *
            </span>
          )}
          {links.length > 0 && ' '}
          {links.map((link) => (
            <a key={link.to} href={link.to} target="_blank" rel="noreferrer" className="ag-form-agreement-link">
              {resolveText(link.label)}
              <span className="ag-hidden">{translate('form.newTab')}</span>
            </a>
          ))}
        </span>
      </label>
    </div>
  )
}
