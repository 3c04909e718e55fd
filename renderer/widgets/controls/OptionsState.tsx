import { translate } from '../../../runtime/client/texts.ts'
import type { LoadedOptions } from './useOptions.ts'

/** Text shown instead of options: loading, failed with a retry, or none. */
export function OptionsState({ options }: { options: LoadedOptions }) {
  if (options.state === 'loading')
    return (
      <span className="ag-form-options-state" data-focus-waits="">
        {translate('form.optionsLoading')}
      </span>
    )
  if (options.state === 'failed') {
    return (
      <span className="ag-form-options-state" role="alert">
        {translate('form.optionsFailed')}{' '}
        <button type="button" className="ag-form-link-button" onClick={options.retry}>
          {translate('form.retry')}
        </button>
      </span>
    )
  }
  return options.list.length === 0 ? <span className="ag-form-options-state">{translate('form.optionsEmpty')}</span> : null
}
