import { EditorContent, useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useEffect, useRef, useState } from 'react'
import { translate } from '../../../runtime/client/texts.ts'
import type { ControlProps } from '../../form/contract.ts'
import { renderRichText } from '../../renderRichText.tsx'
import { BLOCKS } from './rich/nodes.ts'
import { scalePicture } from './rich/scalePicture.ts'
import { fileAddressOf } from './rich/storedFile.ts'
import { Toolbar } from './rich/Toolbar.tsx'
import { useAnswer } from './useAnswer.ts'
import { useUploads } from './useUploads.ts'

const TEXT = [StarterKit.configure({ link: { openOnClick: false, HTMLAttributes: { rel: null, target: null } } })]
const PAGE = [...TEXT, ...BLOCKS]

/** Formatted text. Props: `readOnly`: it is only read, in a box to scroll; `blocks`: with pictures, tables, columns and questions that open. */
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

/** Bold, italic, headings, lists, quotes, links and undo come from tiptap, loaded with this control. The answer is HTML, which the server cleans before it
 * stores it; pictures are stored files. */
function Editing({ control }: { control: ControlProps }) {
  const { answer } = control
  const blocks = control.props.blocks === true
  const send = useRef<(files: readonly File[]) => void>(() => {})
  const editor = useEditor({
    extensions: blocks ? PAGE : TEXT,
    content: String(answer.read() ?? ''),
    editable: !control.disabled,
    injectCSS: false,
    editorProps: {
      attributes: areaAttributes(control),
      handlePaste: (_, event) => blocks && takePictures(event.clipboardData, send.current),
      handleDrop: (_, event, __, isMoved) => blocks && !isMoved && takePictures(event.dataTransfer, send.current),
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
  const [problem, setProblem] = useState('')
  const { running, uploads } = useUploads({
    answer,
    purpose: 'text',
    onDone: ({ id: file, name }) => {
      const attrs = { src: fileAddressOf(file), alt: name.replace(/\.[^.]*$/, '') }
      editor?.chain().focus().insertContent({ type: 'image', attrs }).run()
    },
  })
  send.current = async (files) => {
    const scaled = await Promise.all(files.map(scalePicture))
    setProblem(scaled.includes(null) ? translate('form.portraitUnreadable') : '')
    uploads.start(scaled.filter((file) => file !== null))
  }
  if (!editor) return null
  return (
    <div
      className={control.invalid ? 'ag-form-rich-text ag-form-rich-text-invalid' : 'ag-form-rich-text'}
      data-blocks={blocks || undefined}
    >
      <Toolbar editor={editor} disabled={control.disabled} blocks={blocks} onPictures={(files) => send.current(files)} />
      {running.map((upload) => (
        <p key={upload.key} className="ag-rich-bar" role="status">
          {upload.name} {upload.state === 'failed' ? upload.failure : <progress value={upload.done} />}
          <button type="button" className="ag-text-button" onClick={upload.cancel}>
            {translate('kernel.cancel')}
          </button>
        </p>
      ))}
      {problem && (
        <p className="ag-rich-bar ag-form-field-error" role="alert">
          {problem}
        </p>
      )}
      <EditorContent editor={editor} />
    </div>
  )
}

/** @returns true when there were pictures, which are then on their way */
function takePictures(from: DataTransfer | null, send: (files: readonly File[]) => void): boolean {
  const pictures = [...(from?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
  if (pictures.length > 0) send(pictures)
  return pictures.length > 0
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
