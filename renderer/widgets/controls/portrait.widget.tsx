/** A person's picture: chosen, then cut to a square by dragging, pinching the slider or with the arrow keys, and stored. The answer is the stored file
 *  (object schema). The smallest side comes from the schema's `imageMinSize`; smaller pictures are refused before they are sent. */
import { useEffect, useRef, useState } from 'react'
import { translate } from '../../../runtime/client/texts.ts'
import type { ControlProps } from '../../form/contract.ts'
import { Button } from '../light/Button.tsx'
import { FilePicture } from './FileLink.tsx'
import { PortraitCrop } from './PortraitCrop.tsx'
import { createUploads, type Upload, type UploadedFile } from './uploads.ts'
import { useAnswer } from './useAnswer.ts'

const TYPES = 'image/png,image/jpeg,image/webp'

export default function PortraitControl(control: ControlProps) {
  const [value, write] = useAnswer<UploadedFile>(control.answer)
  const [picture, setPicture] = useState<ImageBitmap | null>(null)
  const [problem, setProblem] = useState('')
  const [running, setRunning] = useState<readonly Upload[]>([])
  const input = useRef<HTMLInputElement>(null)
  const stored = (file: UploadedFile) => {
    setPicture(null)
    write(file)
  }
  const latest = useRef(stored)
  latest.current = stored
  const [uploads] = useState(() =>
    createUploads({
      purpose: String(control.props.purpose ?? 'portrait'),
      onChange: setRunning,
      onDone: (file) => latest.current(file),
    }),
  )
  useEffect(() => uploads.stop, [uploads])
  const [least] = (control.field.imageMinSize as [number, number] | undefined) ?? [1]
  const choose = async (file: File | undefined) => {
    if (!file) return
    const read = await createImageBitmap(file).catch(() => null)
    const small = read !== null && Math.min(read.width, read.height) < least
    setProblem(read === null ? translate('form.portraitUnreadable') : small ? tooSmall(least, read) : '')
    setPicture(read === null || small ? null : read)
  }
  const failed = running.find(({ state }) => state === 'failed')
  return (
    <div className="ag-portrait">
      {picture ? (
        <PortraitCrop
          picture={picture}
          label={control.label}
          busy={running.length > 0 && !failed}
          onCancel={() => setPicture(null)}
          onCut={(file) => uploads.start([file])}
        />
      ) : (
        <div className="ag-portrait__row">
          <span className="ag-portrait__now">{value ? <FilePicture file={value} /> : <span aria-hidden="true">+</span>}</span>
          <span className="ag-portrait__choice">
            <Button disabled={control.disabled} onClick={() => input.current?.click()}>
              {translate(value ? 'form.portraitChange' : 'form.portraitChoose')}
            </Button>
            {value && (
              <Button tone="link" disabled={control.disabled} onClick={() => write(undefined)}>
                {translate('form.remove')}
              </Button>
            )}
            <span className="ag-form-upload-hint">{translate('form.portraitHint', { least })}</span>
          </span>
        </div>
      )}
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
          void choose(event.currentTarget.files?.[0])
          event.currentTarget.value = ''
        }}
      />
      {(problem || failed) && (
        <span className="ag-form-field-error" role="alert">
          {problem || failed?.failure}
          {failed && (
            <button type="button" className="ag-form-link-button" onClick={failed.retry}>
              {translate('form.retry')}
            </button>
          )}
        </span>
      )}
    </div>
  )
}

function tooSmall(least: number, { width, height }: ImageBitmap): string {
  return translate('form.portraitSmall', { least, width, height })
}
