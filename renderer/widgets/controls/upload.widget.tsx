import { useRef, useState } from 'react'
import { fileSizeText } from '../../../runtime/client/fileSizeText.ts'
import { hasText, translate } from '../../../runtime/client/texts.ts'
import type { ControlProps } from '../../form/contract.ts'
import { FileLink, FileSign } from './FileLink.tsx'
import { type LeftUpload, uploadKey } from './partUploads.ts'
import type { Upload, UploadedFile } from './uploads.ts'
import { useAnswer } from './useAnswer.ts'
import { useHeldFocus } from './useHeldFocus.ts'
import { useLeftUploads } from './useLeftUploads.ts'
import { useUploads } from './useUploads.ts'

/** Files and images: chosen, dropped or pasted; each with progress, cancel, retry, preview and removal. A large file that a reload broke off is
 * offered until it is chosen again. The answer is the stored file (object
 * schema) or a list of them (array schema). Limits come from the schema's keywords (`fileTypes`, `maxBytes`, `maxItems`) and are said before
 * choosing. Props: `purpose` (`form`), `capture` (`environment`, `user`): a phone
 * opens its camera instead of the list of files. */
export default function UploadControl(control: ControlProps) {
  const [value, write] = useAnswer<UploadedFile[] | UploadedFile>(control.answer)
  const files = asFiles(value)
  const box = useRef<HTMLDivElement>(null)
  const heldFocus = useHeldFocus(box, FOCUS)
  const several = control.field.type === 'array'
  const purpose = String(control.props.purpose ?? 'form')
  const [place] = useState(() => [location.pathname, location.search, control.answer.path].join(' '))
  const { left, discard } = useLeftUploads(place)
  const { running, uploads } = useUploads({
    answer: control.answer,
    purpose,
    place,
    onDone(file) {
      write(several ? [...files, file] : file)
      // a stored file has replaced the failed one; its errors are shown immediately
      if (!several) for (const { state, cancel } of running) if (state === 'failed') cancel()
      control.answer.leave()
    },
  })
  const limit = several ? Number(control.field.maxItems ?? Number.POSITIVE_INFINITY) : 1
  const remove = (id: string) => {
    const left = files.filter((file) => file.id !== id)
    write(several && left.length > 0 ? left : undefined)
  }
  const uploading = running.filter((upload) => !upload.isRefused).length
  const add = (chosen: FileList | null) => {
    // another choice answers what was refused before
    if (chosen?.length) for (const { isRefused, cancel } of running) if (isRefused) cancel()
    const fitting: File[] = []
    for (const file of chosen ?? []) {
      const reason = refusalOf(control, file)
      if (reason) uploads.refuse([file], reason)
      else fitting.push(file)
    }
    const room = several ? Math.max(0, limit - files.length - uploading) : 1
    if (fitting.length > room) uploads.refuse(fitting.slice(room), translate('form.uploadTooMany', { count: limit }))
    if (fitting.length === 0) return
    if (!several) write(undefined)
    discard(several ? fitting.map((file) => uploadKey(file, purpose)) : left.map(({ key }) => key))
    uploads.start(fitting.slice(0, room))
  }
  const shown = control.disabled ? [] : left
  const full = several && files.length + uploading >= limit
  return (
    <div ref={box} className="ag-form-upload" {...heldFocus}>
      {(files.length > 0 || running.length > 0 || shown.length > 0) && (
        <ul className="ag-form-upload-list">
          {files.map((file) => (
            <StoredRow key={file.id} file={file} disabled={control.disabled} onRemove={() => remove(file.id)} />
          ))}
          {running.map((upload) => (
            <RunningRow key={upload.key} upload={upload} />
          ))}
          {shown.map((upload) => (
            <LeftRow key={upload.key} upload={upload} onDiscard={() => discard([upload.key])} />
          ))}
        </ul>
      )}
      {!full && <Picker control={control} several={several} hasFile={files.length > 0} onChoose={add} />}
    </div>
  )
}

/** Where another file is chosen; else the first file. */
const FOCUS = ['input[type="file"]:enabled', 'button:enabled']

interface PickerProps {
  control: ControlProps
  several: boolean
  hasFile: boolean
  onChoose(files: FileList | null): void
}

function Picker({ control, several, hasFile, onChoose }: PickerProps) {
  const [over, setOver] = useState(false)
  const types = limitOf(control, 'fileTypes') as string[] | undefined
  const bytes = limitOf(control, 'maxBytes') as number | undefined
  const hints = [
    types && translate('form.uploadTypes', { types: types.map(typeName).join(', ') }),
    bytes && translate('form.uploadSize', { size: fileSizeText(bytes) }),
  ].filter(Boolean)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button inside does the same by keyboard
    <div
      className={over ? 'ag-form-upload-drop ag-form-upload-over' : 'ag-form-upload-drop'}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        if (!control.disabled) onChoose(event.dataTransfer.files)
      }}
    >
      <input
        type="file"
        id={control.id}
        className="ag-form-upload-input"
        aria-label={control.label}
        multiple={several}
        {...(control.props.capture ? { capture: control.props.capture as 'user' } : {})}
        accept={types?.map(acceptOf).join(',')}
        disabled={control.disabled}
        aria-invalid={control.invalid || undefined}
        aria-describedby={control.describedBy}
        onChange={(event) => {
          onChoose(event.currentTarget.files)
          // The same file can be chosen again after a failure.
          event.currentTarget.value = ''
        }}
        onBlur={control.answer.leave}
      />
      <span className="ag-form-upload-button" aria-hidden="true">
        {translate(hasFile && !several ? 'form.uploadReplace' : 'form.uploadChoose')}
      </span>
      <span className="ag-form-upload-hint">{[translate('form.uploadDrop'), ...hints].join(' · ')}</span>
    </div>
  )
}

function StoredRow({ file, disabled, onRemove }: { file: UploadedFile; disabled: boolean; onRemove(): void }) {
  return (
    <li className="ag-form-upload-row">
      <FileLink file={file} />
      <button type="button" className="ag-form-link-button" disabled={disabled} onClick={onRemove}>
        {translate('form.remove')}
        <span className="ag-hidden"> {file.name}</span>
      </button>
    </li>
  )
}

function LeftRow({ upload, onDiscard }: { upload: LeftUpload; onDiscard(): void }) {
  const { name, done } = upload
  return (
    <li className="ag-form-upload-row">
      <FileSign name={name} />
      <span className="ag-form-upload-name">
        {name}
        {done !== null && <progress value={done} max={1} aria-label={translate('form.uploadPart.progress', { name })} />}
        <span className="ag-form-upload-hint" role="status">
          {done === null
            ? translate('form.uploadPart.leftUnknown')
            : translate('form.uploadPart.left', { percent: Math.floor(done * 100) })}
        </span>
      </span>
      <button type="button" className="ag-form-link-button" onClick={onDiscard}>
        {translate('form.uploadPart.discard')}
        <span className="ag-hidden"> {name}</span>
      </button>
    </li>
  )
}

function RunningRow({ upload }: { upload: Upload }) {
  const isPaused = upload.state === 'paused'
  return (
    <li className="ag-form-upload-row">
      {upload.preview ? <img className="ag-form-upload-preview" src={upload.preview} alt="" /> : <FileSign name={upload.name} />}
      <span className="ag-form-upload-name">
        {upload.name}
        {upload.state === 'failed' ? (
          <span className="ag-form-field-error" role="alert">
            {upload.failure}
          </span>
        ) : (
          <progress value={upload.done} max={1} aria-label={translate('form.uploading', { name: upload.name })} />
        )}
        {upload.isLarge && upload.state !== 'failed' && (
          <span className="ag-form-upload-hint" role="status">
            {translate(`form.uploadPart.${upload.state === 'running' && upload.isStalled ? 'stalled' : upload.state}`, {
              percent: Math.floor(upload.done * 100),
            })}
          </span>
        )}
      </span>
      {/* one button, which keeps the focus */}
      {upload.isLarge && upload.state !== 'failed' && (
        <button type="button" className="ag-form-link-button" onClick={isPaused ? upload.retry : upload.pause}>
          {translate(isPaused ? 'form.uploadPart.resume' : 'form.uploadPart.pause')}
          <span className="ag-hidden"> {upload.name}</span>
        </button>
      )}
      {upload.state === 'failed' && !upload.isRefused && (
        <button type="button" className="ag-form-link-button" onClick={upload.retry}>
          {translate('form.retry')}
          <span className="ag-hidden"> {upload.name}</span>
        </button>
      )}
      <button type="button" className="ag-form-link-button" onClick={upload.cancel}>
        {translate(upload.state === 'failed' ? 'form.remove' : 'form.cancel')}
        <span className="ag-hidden"> {upload.name}</span>
      </button>
    </li>
  )
}

/** Why a file cannot be an answer here, in words; empty when it can. The server looks again, at the content. */
function refusalOf(control: ControlProps, file: File): string {
  const bytes = limitOf(control, 'maxBytes') as number | undefined
  if (bytes !== undefined && file.size > bytes)
    return translate('form.uploadTooLarge', { size: fileSizeText(file.size), limit: fileSizeText(bytes) })
  const types = limitOf(control, 'fileTypes') as string[] | undefined
  const isKnown = !types || types.some((type) => isOfType(file, type))
  if (!isKnown && HEIC.test(file.name)) return translate('form.uploadHeic')
  return isKnown ? '' : translate('form.uploadWrongType', { types: types.map(typeName).join(', ') })
}

/** Photos of phones in a form that few browsers read; Safari turns them into JPEG by itself where JPEG is asked for. */
const HEIC = /\.(heic|heif)$/i

/** `png`, `image/png` and `image/*` name types; a file without a known type goes by the end of its name. */
function isOfType(file: File, type: string): boolean {
  if (!type.includes('/')) return SAME_TYPE[type] === file.type || file.name.toLowerCase().endsWith(`.${type.replace(/^\./, '')}`)
  return type.endsWith('/*') ? file.type.startsWith(type.slice(0, -1)) : file.type === type
}

/** Types whose files carry several endings. */
const SAME_TYPE: Readonly<Record<string, string>> = { jpg: 'image/jpeg', jpeg: 'image/jpeg', tif: 'image/tiff' }

/** The keywords may be at the field or at its items. */
function limitOf({ field }: ControlProps, keyword: string): unknown {
  return field[keyword] ?? field.items?.[keyword]
}

/** `image/png` -> `PNG`. */
function typeName(type: string): string {
  const key = `form.uploadKinds.${type.replace(/\/\*$/, '')}`
  if (hasText(key)) return translate(key)
  return type.replace(/^.*[/.]/, '').toUpperCase()
}

/** `pdf` -> `.pdf`; media types stay. */
function acceptOf(type: string): string {
  return type.includes('/') || type.startsWith('.') ? type : `.${type}`
}

function asFiles(value: UploadedFile[] | UploadedFile | undefined): UploadedFile[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : [value]
}
