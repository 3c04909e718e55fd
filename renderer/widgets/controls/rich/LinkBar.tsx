import { type Editor, useEditorState } from '@tiptap/react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { translate } from '../../../../runtime/client/texts.ts'
import { safeAddress } from '../../../../runtime/core/safeAddress.ts'
import { Button } from '../../light/Button.tsx'

const WEB = /^[\w-]+(\.[\w-]+)+(\/|$)/

/** Below the tools: the address of a link, and whether it is a button. Escape gives up, Enter sets it. */
export function LinkBar({ editor, onClose }: { editor: Editor; onClose(): void }) {
  const id = useId()
  const now = useEditorState({
    editor,
    selector: ({ editor: current }) => current.getAttributes('link') as { href?: string; button?: string | null },
  })
  const [address, setAddress] = useState(now.href ?? '')
  const [isButton, setButton] = useState(now.button === 'primary')
  const [isWrong, setWrong] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])

  const set = () => {
    const href = addressOf(address)
    if (href === null) return setWrong(true)
    const attributes = { href, target: href.startsWith('/') ? null : '_blank', button: isButton ? 'primary' : null }
    const chain = editor.chain().focus().extendMarkRange('link')
    if (editor.state.selection.empty && !now.href)
      chain.insertContent([{ type: 'text', text: address.trim(), marks: [{ type: 'link', attrs: attributes }] }]).run()
    else chain.setMark('link', attributes).run()
    onClose()
  }
  const hear = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Enter') set()
    else {
      onClose()
      editor.commands.focus()
    }
  }
  return (
    <div className="ag-rich-bar">
      <label htmlFor={id}>{translate('form.richText.address')}</label>
      <input
        ref={input}
        id={id}
        className="ag-form-input"
        inputMode="url"
        value={address}
        placeholder="https://"
        aria-invalid={isWrong}
        aria-describedby={isWrong ? `${id}-wrong` : undefined}
        onChange={(event) => {
          setAddress(event.target.value)
          setWrong(false)
        }}
        onKeyDown={hear}
      />
      <label className="ag-rich-bar__choice">
        <input type="checkbox" checked={isButton} onChange={(event) => setButton(event.target.checked)} />
        {translate('form.richText.asButton')}
      </label>
      <Button size="small" tone="primary" onClick={set}>
        {translate('form.richText.setLink')}
      </Button>
      {now.href && (
        <Button
          size="small"
          onClick={() => {
            editor.chain().focus().extendMarkRange('link').unsetLink().run()
            onClose()
          }}
        >
          {translate('form.richText.removeLink')}
        </Button>
      )}
      {isWrong && (
        <p id={`${id}-wrong`} className="ag-form-field-error" role="alert">
          {translate('form.richText.addressWrong')}
        </p>
      )}
    </div>
  )
}

/** What people type of an address: without https, or an email address. */
function addressOf(typed: string): string | null {
  const text = typed.trim()
  if (text === '') return null
  if (/^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/.test(text)) return `mailto:${text}`
  if (WEB.test(text)) return safeAddress(`https://${text}`)
  return /^([a-z][a-z0-9+.-]*:|[/?#])/i.test(text) ? safeAddress(text) : null
}
