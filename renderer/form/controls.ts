/** Control names -> components. Light controls are part of the form; others load when a field first needs them. Those of several elements
 *  (`richControls.ts`) are not even named here: a form without them does not pay for them. */
import { type ComponentType, lazy } from 'react'
import { loadChunk } from '../../runtime/client/loadChunk.ts'
import type { FormField } from '../../runtime/core/documents.ts'
import { controlName } from '../../runtime/core/form/controlName.ts'
import { nameOfPath } from '../../runtime/core/namePath.ts'
import AgreementControl from '../widgets/controls/agreement.widget.tsx'
import CheckboxControl from '../widgets/controls/checkbox.widget.tsx'
import DateControl from '../widgets/controls/date.widget.tsx'
import HiddenControl from '../widgets/controls/hidden.widget.tsx'
import NoteControl from '../widgets/controls/note.widget.tsx'
import NumberControl from '../widgets/controls/number.widget.tsx'
import RadioControl from '../widgets/controls/radio.widget.tsx'
import SearchSelectControl from '../widgets/controls/searchSelect.widget.tsx'
import SectionControl from '../widgets/controls/section.widget.tsx'
import SelectControl from '../widgets/controls/select.widget.tsx'
import TextControl from '../widgets/controls/text.widget.tsx'
import TextareaControl from '../widgets/controls/textarea.widget.tsx'
import type { ControlFrame, ControlProps } from './contract.ts'

export interface Control {
  Component: ComponentType<ControlProps>
  frame: ControlFrame
  /** Its code comes later: a placeholder is there until then. */
  isLazy: boolean
}
interface ControlModule {
  default: ComponentType<ControlProps>
}

const light = (Component: ComponentType<ControlProps>, frame: ControlFrame = 'field'): Control => ({ Component, frame, isLazy: false })

const known = new Map<string, Control>([
  ['text', light(TextControl)],
  ['textarea', light(TextareaControl)],
  ['number', light(NumberControl)],
  ['select', light(SelectControl)],
  ['searchSelect', light(SearchSelectControl)],
  ['radio', light(RadioControl, 'group')],
  ['checkbox', light(CheckboxControl, 'inline')],
  ['checkboxes', light(CheckboxControl, 'group')],
  ['date', light(DateControl)],
  ['agreement', light(AgreementControl, 'inline')],
  ['section', light(SectionControl, 'bare')],
  ['note', light(NoteControl, 'bare')],
  ['hidden', light(HiddenControl, 'bare')],
])

const modules: Record<string, () => Promise<unknown>> = {
  ...import.meta.glob('../widgets/controls/{idNumber,money,password,pasted,phoneCode,repeat,switch,time}.widget.tsx'),
  ...import.meta.glob('../../plugins/**/*.widget.tsx'),
}
/** Lazy controls by the name that `x-widget` gives. */
const loaders = new Map(
  Object.entries(modules).map(([file, load]) => [
    nameOfPath(file.replace(/^.*(?:plugins|controls)\//, '').replace('.widget.tsx', '')),
    load,
  ]),
)

/** The control of a field: by `x-widget`, else by its type and format. The linker refuses a name that no control has. */
export function controlOf(field: FormField): Control {
  const name = controlName(field)
  const found = known.get(name)
  if (found) return found
  const load = loaders.get(name)
  const control: Control = {
    Component: lazy(() => loadChunk(() => (load ? load() : loadRich(name)) as Promise<ControlModule>)),
    frame: name === 'switch' ? 'inline' : load ? 'field' : 'group',
    isLazy: true,
  }
  known.set(name, control)
  return control
}

const loadRich = (name: string) => import('./richControls.ts').then(({ richControl }) => richControl(name))

/** Names of the controls that are known here, as `x-widget` may name them. */
export function plainNames(): string[] {
  return [...known.keys(), ...loaders.keys()]
}
