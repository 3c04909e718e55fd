import { translate } from '../../../runtime/client/texts.ts'

/** `repeat` names the frame that the form itself draws around rows of fields (see `renderer/form/RepeatView.tsx`); the name is here so that
 * documents may say it. A repeat group without fields has nothing to draw. */
export default function RepeatControl() {
  return <p className="ag-form-repeat-empty">{translate('form.repeat.empty')}</p>
}
