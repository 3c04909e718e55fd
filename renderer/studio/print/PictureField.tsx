import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { callAddress } from '../../../runtime/client/http.ts'
import { translate } from '../../../runtime/client/texts.ts'
import { createUploads, type Upload } from '../../widgets/controls/uploads.ts'
import { Button } from '../../widgets/light/Button.tsx'

interface PictureFieldProps {
  address: string | undefined
  purpose: string
  /** What is uploaded; default: the picture. */
  label?: string
  onChange(address: string | undefined): void
}

/** A picture of the sheet: uploaded, replaced, taken away. */
export function PictureField({ address, purpose, label, onChange }: PictureFieldProps): ReactNode {
  const [waiting, setWaiting] = useState<readonly Upload[]>([])
  const latest = useRef(onChange)
  latest.current = onChange
  const uploads = useMemo(
    () => createUploads({ purpose, onChange: setWaiting, onDone: (file) => latest.current(callAddress('platform.file', { id: file.id })) }),
    [purpose],
  )
  useEffect(() => () => uploads.stop(), [uploads])
  const [upload] = waiting
  const words = label ?? translate(address ? 'studioPrint.replacePicture' : 'studioPrint.upload')
  return (
    <div className="ag-picture-field">
      {address && <img src={address} alt={translate('studioPrint.picture')} />}
      <label className="ag-button ag-button--default ag-button--small">
        <span className="ag-button__label">{words}</span>
        <input
          type="file"
          className="ag-hidden"
          accept="image/png,image/jpeg,image/webp"
          aria-label={words}
          onChange={({ target }) => {
            uploads.start([...(target.files ?? [])])
            target.value = ''
          }}
        />
      </label>
      {address && (
        <Button size="small" tone="link" onClick={() => onChange(undefined)}>
          {translate('studioPrint.removePicture')}
        </Button>
      )}
      {upload && <p role="status">{upload.failure || translate('studioPrint.uploading')}</p>}
    </div>
  )
}
