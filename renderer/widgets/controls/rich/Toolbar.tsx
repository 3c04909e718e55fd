import { type Editor, useEditorState } from '@tiptap/react'
import { type KeyboardEvent, type MouseEvent, type RefObject, useRef, useState } from 'react'
import { translate } from '../../../../runtime/client/texts.ts'
import { Icon } from '../../light/Icon.tsx'
import { joinClasses } from '../../light/joinClasses.ts'
import { LinkBar } from './LinkBar.tsx'
import { VIDEO_TYPES } from './nodes.ts'
import { PictureBar } from './PictureBar.tsx'
import { BLOCK_TOOLS, TEXT_TOOLS, type Tool } from './tools.ts'
import { VideoBar } from './VideoBar.tsx'
import { VideoTitle } from './VideoTitle.tsx'

interface ToolbarProps {
  editor: Editor
  disabled: boolean
  /** Pictures, tables, columns and questions. */
  blocks: boolean
  onFiles(files: readonly File[]): void
}

const TYPES = 'image/png,image/jpeg,image/webp,image/gif'
const VIDEOS = VIDEO_TYPES.join(',')
const isOn = (editor: Editor, { active }: Tool) =>
  active !== undefined && (typeof active === 'string' ? editor.isActive(active) : editor.isActive(...active))

/** A pressed button leaves the caret in the text: what is typed next goes there. Tools take the focus by the Tab key alone. */
export function keepCaret(event: MouseEvent): void {
  event.preventDefault()
}

/** One stop of the Tab key; arrows go from tool to tool. */
export function Toolbar({ editor, disabled, blocks, onFiles }: ToolbarProps) {
  const [isLinking, setLinking] = useState(false)
  const [isAddingVideo, setAddingVideo] = useState(false)
  const pictures = useRef<HTMLInputElement>(null)
  const files = useRef<HTMLInputElement>(null)
  const videos = useRef<HTMLInputElement>(null)
  const tools = blocks ? [...TEXT_TOOLS, ...BLOCK_TOOLS] : TEXT_TOOLS
  const states = useEditorState({
    editor,
    selector: ({ editor: now }) =>
      Object.fromEntries(
        tools.map((tool) => [tool.key, { on: isOn(now, tool), off: tool.disabled?.(now) ?? false, offered: tool.offered?.(now) ?? true }]),
      ),
  })
  const isLink = useEditorState({ editor, selector: ({ editor: now }) => now.isActive('link') })
  const isPicture = useEditorState({ editor, selector: ({ editor: now }) => blocks && now.isActive('image') })
  const chosenVideo = useEditorState({
    editor,
    selector: ({ editor: now }) => (blocks && now.isActive('video') ? String(now.getAttributes('video').title) : null),
  })
  const [stop, setStop] = useState('bold')

  function hear(event: KeyboardEvent<HTMLDivElement>): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button:enabled')]
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
    buttons[(at + step + buttons.length) % buttons.length]?.focus()
  }
  const button = (tool: Tool, state: { on: boolean; off: boolean }) => (
    <button
      key={tool.key}
      type="button"
      className={joinClasses('ag-form-rich-text-tool', `ag-form-rich-text-${tool.key}`)}
      title={translate(`form.richText.${tool.key}`)}
      aria-label={translate(`form.richText.${tool.key}`)}
      data-sign={tool.sign}
      aria-pressed={tool.active ? state.on : undefined}
      disabled={disabled || state.off}
      tabIndex={stop === tool.key ? 0 : -1}
      onFocus={() => setStop(tool.key)}
      onMouseDown={keepCaret}
      onClick={() => tool.run(editor)}
    >
      {tool.icon && <Icon name={tool.icon} size="small" />}
    </button>
  )
  const link: Tool = { key: 'link', icon: 'link', active: 'link', run: () => setLinking(!isLinking) }
  const picture: Tool = { key: 'picture', icon: 'image', run: () => pictures.current?.click() }
  const video: Tool = { key: 'video', icon: 'video', active: 'video', run: () => setAddingVideo(!isAddingVideo) }
  const file: Tool = { key: 'file', icon: 'file', run: () => files.current?.click() }
  return (
    <>
      <div
        className="ag-form-rich-text-tools"
        role="toolbar"
        tabIndex={-1}
        aria-label={translate('form.richText.toolbar')}
        onKeyDown={hear}
      >
        {tools.slice(0, TEXT_TOOLS.length).map((tool) => button(tool, states[tool.key]!))}
        {button(link, { on: isLink || isLinking, off: false })}
        {blocks && button(picture, { on: false, off: false })}
        {blocks && button(video, { on: isAddingVideo, off: false })}
        {blocks && button(file, { on: false, off: false })}
        {tools.slice(TEXT_TOOLS.length).flatMap((tool) => (states[tool.key]!.offered ? [button(tool, states[tool.key]!)] : []))}
      </div>
      {isLinking && <LinkBar editor={editor} onClose={() => setLinking(false)} />}
      {isPicture && <PictureBar editor={editor} />}
      {isAddingVideo && <VideoBar editor={editor} onUpload={() => videos.current?.click()} onClose={() => setAddingVideo(false)} />}
      {chosenVideo !== null && (
        <div className="ag-rich-bar">
          <VideoTitle value={chosenVideo} onChange={(title) => editor.commands.updateAttributes('video', { title })} />
        </div>
      )}
      {blocks && <Chooser input={pictures} accept={TYPES} onFiles={onFiles} />}
      {blocks && <Chooser input={videos} accept={VIDEOS} onFiles={onFiles} />}
      {blocks && <Chooser input={files} onFiles={onFiles} />}
    </>
  )
}

interface ChooserProps {
  input: RefObject<HTMLInputElement | null>
  accept?: string
  onFiles(files: readonly File[]): void
}

/** Behind a button that opens it. */
function Chooser({ input, accept, onFiles }: ChooserProps) {
  return (
    <input
      ref={input}
      type="file"
      hidden
      multiple
      accept={accept}
      onChange={(event) => {
        onFiles([...(event.target.files ?? [])])
        event.target.value = ''
      }}
    />
  )
}
