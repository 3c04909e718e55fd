import type { Editor } from '@tiptap/react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { booted } from '../../../../runtime/client/boot.ts'
import { resolveText, translate } from '../../../../runtime/client/texts.ts'
import { findVideo, videoPage } from '../../../../runtime/core/richText/videos.ts'
import { Button } from '../../light/Button.tsx'
import { VideoTitle } from './VideoTitle.tsx'

interface VideoBarProps {
  editor: Editor
  /** Opens the chooser of files. */
  onUpload(): void
  onClose(): void
}

/** Below the tools: the address of a video and its name, or an upload. Escape gives up, Enter inserts. */
export function VideoBar({ editor, onUpload, onClose }: VideoBarProps) {
  const id = useId()
  const sites = booted.boot?.app.videos ?? []
  const names = sites.map(({ title }) => resolveText(title)).join(translate('form.richText.videoAnd'))
  const [address, setAddress] = useState('')
  const [title, setTitle] = useState('')
  const [isWrong, setWrong] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])

  const insert = () => {
    const video = findVideo(address, sites)
    if (!video) return setWrong(true)
    const named = title.trim() || translate('form.richText.videoFrom', { site: resolveText(video.site.title) })
    editor
      .chain()
      .focus()
      .insertContent([{ type: 'video', attrs: { href: videoPage(video), title: named } }, { type: 'paragraph' }])
      .run()
    onClose()
  }
  const hear = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Enter') return insert()
    onClose()
    editor.commands.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the fields inside
    <div className="ag-rich-bar" onKeyDown={hear}>
      <p id={`${id}-sites`} className="ag-rich-bar__note">
        {translate('form.richText.videoHosts', { sites: names })}
      </p>
      <label htmlFor={id}>{translate('form.richText.videoAddress')}</label>
      <input
        ref={input}
        id={id}
        className="ag-form-input"
        inputMode="url"
        value={address}
        placeholder="https://"
        aria-invalid={isWrong}
        aria-describedby={isWrong ? `${id}-wrong` : `${id}-sites`}
        onChange={(event) => {
          setAddress(event.target.value)
          setWrong(false)
        }}
      />
      <VideoTitle value={title} onChange={setTitle} />
      <Button size="small" tone="primary" onClick={insert}>
        {translate('form.richText.videoInsert')}
      </Button>
      <Button
        size="small"
        onClick={() => {
          onUpload()
          onClose()
        }}
      >
        {translate('form.richText.videoFile')}
      </Button>
      {isWrong && (
        <p id={`${id}-wrong`} className="ag-form-field-error" role="alert">
          {translate('form.richText.videoWrong', { sites: names })}
        </p>
      )}
    </div>
  )
}
