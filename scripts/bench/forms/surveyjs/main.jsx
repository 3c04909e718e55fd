/** SurveyJS with native select elements and boxes. Not TypeScript: its packages are there only while the bench runs. */
import { createRoot } from 'react-dom/client'
import { Model } from 'survey-core'
import 'survey-core/survey-core.css'
import { Survey } from 'survey-react-ui'
import { askedCount, benchFields, isRequired, MAX_LENGTH, OPTIONS, PHONE_PATTERN } from '../definition.ts'

function elementOf(field) {
  const { name, kind, label: title, shownBy } = field
  const common = { name, title, isRequired: isRequired(field), ...(shownBy ? { visibleIf: `{${shownBy}} = true` } : {}) }
  if (kind === 'phone') return { type: 'text', ...common, validators: [{ type: 'regex', regex: PHONE_PATTERN }] }
  if (kind === 'email') return { type: 'text', ...common, validators: [{ type: 'email' }] }
  if (kind === 'select')
    return { type: 'dropdown', ...common, renderAs: 'select', choices: OPTIONS.map(({ value, label: text }) => ({ value, text })) }
  if (kind === 'date') return { type: 'text', ...common, inputType: 'date' }
  if (kind === 'checkbox') return { type: 'boolean', ...common, renderAs: 'checkbox' }
  if (kind === 'number') return { type: 'text', ...common, inputType: 'number' }
  return { type: 'text', ...common, maxLength: MAX_LENGTH }
}

const survey = new Model({ showQuestionNumbers: false, elements: benchFields(askedCount()).map(elementOf) })
createRoot(document.getElementById('root')).render(<Survey model={survey} />)
