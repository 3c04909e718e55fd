import { useState } from 'react'
import { translate } from '../../runtime/client/texts.ts'
import type { FormError } from '../../runtime/core/contracts.ts'
import { Icon } from '../widgets/light/Icon.tsx'
import { errorText } from './errorText.ts'
import type { FormSession } from './FormSession.ts'
import { labelOf } from './labelOf.ts'

/** More errors than this are shown on demand. */
const MAX_SHOWN = 10

interface ErrorSummaryProps {
  errors: readonly FormError[]
  session: FormSession
  onGo(path: string): void
}

/** All errors of a refused submission, each a link to its field. */
export function ErrorSummary({ errors, session, onGo }: ErrorSummaryProps) {
  const [all, setAll] = useState(false)
  if (errors.length === 0) return null
  const shown = all ? errors : errors.slice(0, MAX_SHOWN)
  return (
    <div className="ag-form-summary" role="alert">
      <p className="ag-form-summary-title">
        <Icon name="error" />
        {translate('form.summary', { count: errors.length })}
      </p>
      <ul>
        {shown.map((error) => (
          <li key={error.path}>
            <button type="button" className="ag-form-link-button" onClick={() => onGo(error.path)}>
              {labelOf(session, error.path)}
            </button>
            <span className="ag-form-summary-words">{errorText(error)}</span>
          </li>
        ))}
      </ul>
      {shown.length < errors.length && (
        <button type="button" className="ag-form-link-button" onClick={() => setAll(true)}>
          {translate('form.summaryMore', { count: errors.length - shown.length })}
        </button>
      )}
    </div>
  )
}
