/** Control names -> components. Light controls are part of the form; heavy ones and those of plugins load when a field first needs them. */
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

const FRAMES: Readonly<Record<string, ControlFrame>> = {
  switch: 'inline',
  multiSelect: 'group',
  cascader: 'group',
  dateRange: 'group',
  datetime: 'group',
  upload: 'group',
  picture: 'group',
  signature: 'group',
  richText: 'group',
}

const modules: Record<string, () => Promise<unknown>> = {
  ...import.meta.glob([
    '../widgets/controls/*.widget.tsx',
    '!../widgets/controls/{text,textarea,number,select,searchSelect,radio,checkbox,date,agreement,section,note,hidden}.widget.tsx',
  ]),
  ...import.meta.glob('../../plugins/**/*.widget.tsx'),
}
/** Lazy controls by the name that `x-widget` gives. */
const loaders = new Map(
  Object.entries(modules).map(([file, load]) => [
    nameOfPath(file.replace(/^.*(?:plugins|controls)\//, '').replace('.widget.tsx', '')),
    load,
  ]),
)

/** The control of a field: by `x-widget`, else by its type and format. An unknown name gives a text control: the linker refuses such a form. */
export function controlOf(field: FormField): Control {
  const name = controlName(field)
  const found = known.get(name)
  if (found) return found
  const load = loaders.get(name)
  if (!load) return known.get('text')!
  const control: Control = {
    Component: lazy(() => loadChunk(() => load() as Promise<ControlModule>)),
    frame: FRAMES[name] ?? 'field',
    isLazy: true,
  }
  known.set(name, control)
  return control
}

/** Names of all controls, as `x-widget` may name them. */
export function controlNames(): string[] {
  return [...known.keys(), ...loaders.keys()]
}
