/** A stored file: its picture or sign, its name, and the way to open it. Files are fetched with the person's token, because their address
 *  alone opens nothing. */
import { useState } from 'react'
import { fileSizeText } from '../../../runtime/client/fileSizeText.ts'
import { requestFile } from '../../../runtime/client/http.ts'
import { translate } from '../../../runtime/client/texts.ts'
import { saveBlob } from '../../saveBlob.ts'
import { useFileAddress } from '../../useFileAddress.ts'
import type { UploadedFile } from './uploads.ts'

/** Name of a stored file as a link that downloads or opens it, with its picture if it is one. */
export function FileLink({ file }: { file: UploadedFile }) {
  const [failed, setFailed] = useState(false)
  const open = () =>
    download(file).then(
      () => setFailed(false),
      () => setFailed(true),
    )
  return (
    <>
      {isPicture(file) ? <FilePicture file={file} /> : <FileSign name={file.name} />}
      <span className="ag-form-upload-name">
        <button type="button" className="ag-form-link-button" onClick={open}>
          {file.name}
        </button>
        <span className="ag-form-upload-size">{fileSizeText(file.size)}</span>
        {failed && (
          <span className="ag-form-field-error" role="alert">
            {translate('form.downloadFailed')}
          </span>
        )}
      </span>
    </>
  )
}

/** A stored picture; its sign until it is here, or when it cannot be read. */
export function FilePicture({ file }: { file: UploadedFile }) {
  const address = useFileAddress(file.id)
  return address ? <img className="ag-form-upload-preview" src={address} alt={file.name} /> : <FileSign name={file.name} />
}

/** Icon by the extension of a file name. */
export function FileSign({ name }: { name: string }) {
  return (
    <span className="ag-form-upload-sign" aria-hidden="true">
      {name.split('.').at(-1)?.slice(0, 4).toUpperCase()}
    </span>
  )
}

function isPicture(file: UploadedFile): boolean {
  return file.type?.startsWith('image/') ?? false
}

/** Saves the file under its name. @throws CallError */
async function download(file: UploadedFile): Promise<void> {
  const { blob } = await requestFile('platform.file', { id: file.id })
  saveBlob(blob, file.name)
}
