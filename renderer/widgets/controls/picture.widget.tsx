import { type RefObject, useRef, useState } from 'react'
import { translate } from '../../../runtime/client/texts.ts'
import type { ControlProps } from '../../form/contract.ts'
import { Button } from '../light/Button.tsx'
import { FilePicture } from './FileLink.tsx'
import { largestCut, PictureCrop, type Ratio } from './PictureCrop.tsx'
import type { UploadedFile } from './uploads.ts'
import { useAnswer } from './useAnswer.ts'
import { useUploads } from './useUploads.ts'

const TYPES = 'image/png,image/jpeg,image/webp'

/** A picture cut to a shape: chosen, then cut by dragging, with the slider or the arrow keys, and stored. The answer is the stored file (object
 * schema). Smaller pictures than the schema's `imageMinSize` are refused before they are sent. Props: `ratio` (`[16, 9]`; absent: a person's round
 * picture), `purpose`. */
export default function PictureControl(control: ControlProps) {
  const [value, write] = useAnswer<UploadedFile>(control.answer)
  const [picture, setPicture] = useState<ImageBitmap | null>(null)
  const [problem, setProblem] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const stored = (file: UploadedFile) => {
    setPicture(null)
    write(file)
  }
  const { running, uploads } = useUploads({
    answer: control.answer,
    purpose: String(control.props.purpose ?? 'picture'),
    onDone: stored,
    isOpen: picture !== null,
  })
  const send = (file: File) => {
    for (const upload of running) upload.cancel()
    uploads.start([file])
  }
  const giveUp = () => {
    for (const upload of running) upload.cancel()
    setPicture(null)
  }
  const least = (control.field.imageMinSize as [number, number] | undefined) ?? [1, 1]
  const ratio = control.props.ratio as [number, number] | undefined
  const choose = async (file: File | undefined) => {
    if (!file) return
    const read = await createImageBitmap(file).catch(() => null)
    const small = read !== null && isSmaller(read, ratio, least)
    setProblem(read === null ? translate('form.portraitUnreadable') : small ? tooSmall(least, read) : '')
    setPicture(read === null || small ? null : read)
  }
  const failed = running.find(({ state }) => state === 'failed')
  return (
    <div className="ag-portrait">
      {picture ? (
        <PictureCrop
          picture={picture}
          label={control.label}
          ratio={ratio}
          least={least}
          busy={running.length > 0 && !failed}
          onCancel={giveUp}
          onCut={send}
        />
      ) : (
        <StoredPicture
          control={control}
          value={value}
          least={least}
          onChoose={() => input.current?.click()}
          onRemove={() => write(undefined)}
        />
      )}
      <PictureInput control={control} input={input} onChoose={(file) => void choose(file)} />
      {(problem || failed) && <Problem words={problem || (failed?.failure ?? '')} onRetry={failed?.retry} />}
    </div>
  )
}

interface PictureInputProps {
  control: ControlProps
  input: RefObject<HTMLInputElement | null>
  onChoose(file: File | undefined): void
}

function PictureInput({ control, input, onChoose }: PictureInputProps) {
  return (
    <input
      ref={input}
      id={control.id}
      type="file"
      className="ag-hidden"
      accept={TYPES}
      tabIndex={-1}
      aria-label={control.label}
      aria-invalid={control.invalid || undefined}
      aria-describedby={control.describedBy}
      disabled={control.disabled}
      onChange={(event) => {
        onChoose(event.currentTarget.files?.[0])
        event.currentTarget.value = ''
      }}
    />
  )
}

function Problem({ words, onRetry }: { words: string; onRetry: (() => void) | undefined }) {
  return (
    <span className="ag-form-field-error" role="alert">
      {words}
      {onRetry && (
        <button type="button" className="ag-form-link-button" onClick={onRetry}>
          {translate('form.retry')}
        </button>
      )}
    </span>
  )
}

interface StoredPictureProps {
  control: ControlProps
  value: UploadedFile | undefined
  least: Ratio
  onChoose(): void
  onRemove(): void
}

function StoredPicture({ control, value, least, onChoose, onRemove }: StoredPictureProps) {
  return (
    <div className="ag-portrait__row">
      <span className={control.props.ratio ? 'ag-portrait__now ag-portrait__now--wide' : 'ag-portrait__now'}>
        {value ? <FilePicture file={value} /> : <span aria-hidden="true">+</span>}
      </span>
      <span className="ag-portrait__choice">
        <Button disabled={control.disabled} onClick={onChoose}>
          {translate(value ? 'form.portraitChange' : 'form.portraitChoose')}
        </Button>
        {value && (
          <Button tone="link" disabled={control.disabled} onClick={onRemove}>
            {translate('form.remove')}
          </Button>
        )}
        <span className="ag-form-upload-hint">
          {control.field.imageMinSize
            ? translate('form.portraitHint', { width: least[0], height: least[1] })
            : translate('form.portraitTypes')}
        </span>
      </span>
    </div>
  )
}

/** Whether no part of the wanted shape is large enough. */
function isSmaller(picture: ImageBitmap, ratio: Ratio | undefined, [width, height]: Ratio): boolean {
  const largest = largestCut(picture, ratio)
  return largest.width < width || largest.height < height
}

function tooSmall(least: Ratio, { width, height }: ImageBitmap): string {
  return translate('form.portraitSmall', { leastWidth: least[0], leastHeight: least[1], width, height })
}
