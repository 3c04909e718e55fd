import { type Editor, EditorContent, useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useEffect } from 'react'
import { translate } from '../../../runtime/client/texts.ts'
import type { ControlProps } from '../../form/contract.ts'
import { renderRichText } from '../../renderRichText.tsx'
import { useAnswer } from './useAnswer.ts'

const EXTENSIONS = [StarterKit.configure({ link: { openOnClick: false } })]

/** Formatted text. Prop `readOnly`: it is only read, in a box to scroll. */
export default function RichTextControl(control: ControlProps) {
  return control.props.readOnly === true ? <Reading control={control} /> : <Editing control={control} />
}

function Reading({ control }: { control: ControlProps }) {
  const [html] = useAnswer<string>(control.answer)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section id={control.id} className="ag-form-agreement-text ag-prose" tabIndex={0} aria-label={control.label}>
      {renderRichText(html ?? '')}
    </section>
  )
}

/** Formatted text: bold, italic, headings, lists, quotes, links come from tiptap, loaded with this control. The answer is HTML, which the server
 * cleans before it stores it. */
function Editing({ control }: { control: ControlProps }) {
  const { answer } = control
  const editor = useEditor({
    extensions: EXTENSIONS,
    content: String(answer.read() ?? ''),
    editable: !control.disabled,
    injectCSS: false,
    editorProps: {
      attributes: areaAttributes(control),
    },
    onUpdate: ({ editor: changed }) => answer.write(changed.isEmpty ? undefined : changed.getHTML()),
    onBlur: () => answer.leave(),
  })
  useEffect(() => {
    const follow = () => {
      // While one editor takes the place of another, the old one holds nothing any more.
      if (!editor || editor.isDestroyed) return
      const html = String(answer.read() ?? '')
      if (html !== (editor.isEmpty ? '' : editor.getHTML())) editor.commands.setContent(html, { emitUpdate: false })
    }
    // A row that moved brings another answer to the same editor.
    follow()
    return answer.subscribe(follow)
  }, [answer, editor])
  useEffect(() => {
    editor?.setEditable(!control.disabled, false)
  }, [editor, control.disabled])
  const { id, label, required, invalid, describedBy } = control
  useEffect(() => {
    editor?.setOptions({ editorProps: { attributes: areaAttributes({ id, label, required, invalid, describedBy }) } })
  }, [editor, id, label, required, invalid, describedBy])
  if (!editor) return null
  return (
    <div className={control.invalid ? 'ag-form-rich-text ag-form-rich-text-invalid' : 'ag-form-rich-text'}>
      <Toolbar editor={editor} disabled={control.disabled} />
      <EditorContent editor={editor} />
    </div>
  )
}

type AreaFacts = Pick<ControlProps, 'id' | 'label' | 'required' | 'invalid' | 'describedBy'>

function areaAttributes({ id, label, required, invalid, describedBy }: AreaFacts): Record<string, string> {
  return {
    id,
    class: 'ag-form-rich-text-area ag-prose',
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-label': label,
    ...(required && { 'aria-required': 'true' }),
    ...(invalid && { 'aria-invalid': 'true' }),
    ...(describedBy && { 'aria-describedby': describedBy }),
  }
}

interface Tool {
  key: string
  sign: string
  active: string | [string, Record<string, unknown>]
  run(editor: Editor): void
}

const TOOLS: readonly Tool[] = [
  { key: 'bold', sign: 'B', active: 'bold', run: (editor) => editor.chain().focus().toggleBold().run() },
  { key: 'italic', sign: 'I', active: 'italic', run: (editor) => editor.chain().focus().toggleItalic().run() },
  {
    key: 'heading',
    sign: 'H',
    active: ['heading', { level: 3 }],
    run: (editor) => editor.chain().focus().toggleHeading({ level: 3 }).run(),
  },
  { key: 'bulletList', sign: '•', active: 'bulletList', run: (editor) => editor.chain().focus().toggleBulletList().run() },
  { key: 'orderedList', sign: '1.', active: 'orderedList', run: (editor) => editor.chain().focus().toggleOrderedList().run() },
  { key: 'quote', sign: '”', active: 'blockquote', run: (editor) => editor.chain().focus().toggleBlockquote().run() },
]

function Toolbar({ editor, disabled }: { editor: Editor; disabled: boolean }) {
  const isOn = ({ active }: Tool) => (typeof active === 'string' ? editor.isActive(active) : editor.isActive(...active))
  return (
    <div className="ag-form-rich-text-tools" role="toolbar" aria-label={translate('form.richText.toolbar')}>
      {TOOLS.map((tool) => (
        <button
          key={tool.key}
          type="button"
          className={`ag-form-rich-text-tool ag-form-rich-text-${tool.key}`}
          title={translate(`form.richText.${tool.key}`)}
          aria-label={translate(`form.richText.${tool.key}`)}
          data-sign={tool.sign}
          aria-pressed={isOn(tool)}
          disabled={disabled}
          onClick={() => tool.run(editor)}
        />
      ))}
    </div>
  )
}
