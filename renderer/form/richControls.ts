/** Controls of several elements: each is framed as a group, and loads with this list when a field first needs it. */
import { nameOfPath } from '../../runtime/core/namePath.ts'
import TextControl from '../widgets/controls/text.widget.tsx'

const modules = import.meta.glob([
  '../widgets/controls/*.widget.tsx',
  '!../widgets/controls/{text,textarea,number,select,searchSelect,radio,checkbox,date,agreement,section,note,hidden}.widget.tsx',
  '!../widgets/controls/{idNumber,money,password,pasted,phoneCode,repeat,switch,time}.widget.tsx',
])
const loaders = new Map(
  Object.entries(modules).map(([file, load]) => [nameOfPath(file.replace(/^.*controls\//, '').replace('.widget.tsx', '')), load]),
)

/** The module of a control; a text control for a name that none has. */
export function richControl(name: string): Promise<unknown> {
  return loaders.get(name)?.() ?? Promise.resolve({ default: TextControl })
}

/** Names of the controls in this list. */
export function richNames(): string[] {
  return [...loaders.keys()]
}
