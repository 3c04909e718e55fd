import { type Editor, EditorContent, type Extensions, type JSONContent, useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useEffect, useMemo, useRef, useState } from 'react'
import { translate } from '../../../runtime/client/texts.ts'
import { escapeHtml } from '../../../runtime/core/escapeHtml.ts'
import { fileAddress } from '../../../runtime/core/storedFile.ts'
import type { ControlProps } from '../../form/contract.ts'
import { renderRichText } from '../../renderRichText.tsx'
import { joinClasses } from '../light/joinClasses.ts'
import { BLOCKS, livePart, VIDEO_TYPES } from './rich/nodes.ts'
import { scalePicture } from './rich/scalePicture.ts'
import { keepCaret, Toolbar } from './rich/Toolbar.tsx'
import { type PillChoice, pillChoices, pillNode, withPills, withPlaces } from './textPills.ts'
import type { UploadedFile } from './uploads.ts'
import { useAnswer } from './useAnswer.ts'
import { useUploads } from './useUploads.ts'

const TEXT = StarterKit.configure({ link: { openOnClick: false, HTMLAttributes: { rel: null, target: null } } })
/** A line has words alone. */
const LINE = StarterKit.configure({
  blockquote: false,
  bold: false,
  bulletList: false,
  code: false,
  codeBlock: false,
  hardBreak: false,
  heading: false,
  horizontalRule: false,
  italic: false,
  link: false,
  listItem: false,
  listKeymap: false,
  orderedList: false,
  strike: false,
  trailingNode: false,
  underline: false,
})

/** Formatted text. Props: `readOnly`: it is only read, in a box to scroll; `blocks`: with pictures, videos, files, tables, columns and questions that open; `live`: parts that the page fills in, `[{ value, label }]`, drawn by the children of the node richText; `pills`: values that may stand in the text; `line`: one line of plain words. */
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

/** Formatted text: bold, italic, headings, lists, quotes, links and undo come from tiptap, loaded with this control. The answer is HTML, which the server
 * cleans before it stores it, pictures are stored files; of a line it is plain text. Places for values stand in the answer as `{name}`. */
function Editing({ control }: { control: ControlProps }) {
  const { answer, props } = control
  const blocks = props.blocks === true
  const send = useRef<(files: readonly File[]) => void>(() => {})
  const isLine = props.line === true
  // biome-ignore lint/correctness/useExhaustiveDependencies: props of a control stay
  const pills = useMemo(() => pillChoices(props.pills), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: props of a control stay
  const live = useMemo(() => pillChoices(props.live), [])
  const form = useMemo(() => editorForm({ isLine, blocks, pills, live }), [isLine, blocks, pills, live])
  const editor = useEditor({
    extensions: form.extensions,
    content: form.toEditor(String(answer.read() ?? '')),
    editable: !control.disabled,
    injectCSS: false,
    editorProps: {
      attributes: areaAttributes(control),
      handlePaste: (_, event) => blocks && takeFiles(event.clipboardData, send.current),
      handleDrop: (_, event, __, isMoved) => blocks && !isMoved && takeFiles(event.dataTransfer, send.current),
      ...(isLine && { handleKeyDown: (_, { key }) => key === 'Enter' }),
    },
    onUpdate: ({ editor: changed }) => answer.write(changed.isEmpty ? undefined : form.toAnswer(changed)),
    onBlur: () => answer.leave(),
  })
  useEffect(() => {
    const follow = () => {
      // While one editor takes the place of another, the old one holds nothing any more.
      if (!editor || editor.isDestroyed) return
      const text = String(answer.read() ?? '')
      if (text !== (editor.isEmpty ? '' : form.toAnswer(editor))) editor.commands.setContent(form.toEditor(text), { emitUpdate: false })
    }
    // A row that moved brings another answer to the same editor.
    follow()
    return answer.subscribe(follow)
  }, [answer, editor, form])
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
    onDone: (file) => editor?.chain().focus().insertContent(contentOf(file)).run(),
  })
  send.current = async (files) => {
    const scaled = await Promise.all(files.map((file) => (isPicture(file) ? scalePicture(file) : file)))
    setProblem(scaled.includes(null) ? translate('form.portraitUnreadable') : '')
    uploads.start(scaled.filter((file) => file !== null))
  }
  if (!editor) return null
  return (
    <div
      className={joinClasses('ag-form-rich-text', isLine && 'ag-form-rich-text-line', control.invalid && 'ag-form-rich-text-invalid')}
      data-blocks={blocks || undefined}
    >
      {!isLine && <Toolbar editor={editor} disabled={control.disabled} blocks={blocks} onFiles={(files) => send.current(files)} />}
      {pills.length > 0 && <Pills editor={editor} disabled={control.disabled} type="pill" pills={pills} />}
      {live.length > 0 && <Pills editor={editor} disabled={control.disabled} type="live" pills={live} />}
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

/** @returns true when there were files, which are then on their way */
function takeFiles(from: DataTransfer | null, send: (files: readonly File[]) => void): boolean {
  const files = [...(from?.files ?? [])]
  if (files.length > 0) send(files)
  return files.length > 0
}

function isPicture({ type }: { type: string }): boolean {
  return type.startsWith('image/')
}

/** A picture and a video stand in the text; of another file a link with its name. */
function contentOf(file: UploadedFile): JSONContent | JSONContent[] {
  const address = fileAddress(file.id)
  const title = file.name.replace(/\.[^.]*$/, '')
  if (isPicture(file)) return { type: 'image', attrs: { src: address, alt: title } }
  if (VIDEO_TYPES.includes(file.type)) return [{ type: 'video', attrs: { href: address, title } }, { type: 'paragraph' }]
  return { type: 'text', text: file.name, marks: [{ type: 'link', attrs: { href: address } }] }
}

interface EditorForm {
  extensions: Extensions
  toEditor(answer: string): string
  toAnswer(editor: Editor): string
}

interface Offered {
  isLine: boolean
  blocks: boolean
  pills: readonly PillChoice[]
  live: readonly PillChoice[]
}

function editorForm({ isLine, blocks, pills, live }: Offered): EditorForm {
  const parts = [...(pills.length > 0 ? [pillNode(pills)] : []), ...(live.length > 0 ? [livePart(live)] : [])]
  const extensions = [isLine ? LINE : TEXT, ...(blocks ? BLOCKS : []), ...parts]
  if (!isLine) return { extensions, toEditor: (answer) => withPills(answer, pills), toAnswer: (editor) => withPlaces(editor.getHTML()) }
  return {
    extensions,
    toEditor: (answer) => withPills(escapeHtml(answer), pills),
    toAnswer: (editor) => editor.getText({ blockSeparator: ' ' }),
  }
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

/** After a part stands an empty line: what is inserted next must not take its place. */
function insertedAs(type: 'pill' | 'live', value: string): JSONContent | JSONContent[] {
  const content = { type, attrs: { value } }
  return type === 'live' ? [content, { type: 'paragraph' }] : content
}

interface PillsProps {
  editor: Editor
  disabled: boolean
  /** A value in a line, or a part of the page. */
  type: 'pill' | 'live'
  pills: readonly PillChoice[]
}

/** Buttons that put a value, or a part that the page fills in, into the text. */
function Pills({ editor, disabled, type, pills }: PillsProps) {
  return (
    <div className="ag-form-rich-text-tools">
      {pills.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          className="ag-form-rich-text-pill ag-rich-pill"
          aria-label={translate('form.richText.pill', { label })}
          disabled={disabled}
          onMouseDown={keepCaret}
          onClick={() => editor.chain().focus().insertContent(insertedAs(type, value)).run()}
        >
          + {label}
        </button>
      ))}
    </div>
  )
}
