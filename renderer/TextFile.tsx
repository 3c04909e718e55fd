import type { MouseEvent, ReactNode } from 'react'
import { useState } from 'react'
import { requestFile } from '../runtime/client/http.ts'
import { translate } from '../runtime/client/texts.ts'
import { fileAddress } from '../runtime/core/storedFile.ts'
import { saveBlob } from './saveBlob.ts'

/** A stored file in a formatted text. It is fetched with the person's token: not everyone may read it, and its address alone opens nothing. */
export function TextFile({ id, className, children }: { id: string; className?: string; children: ReactNode }): ReactNode {
  const [failed, setFailed] = useState(false)
  const open = async (event: MouseEvent) => {
    event.preventDefault()
    try {
      const { blob, name } = await requestFile('platform.file', { id })
      saveBlob(blob, name)
      setFailed(false)
    } catch {
      setFailed(true)
    }
  }
  return (
    <>
      <a className={className} href={fileAddress(id)} download onClick={open}>
        {children}
      </a>
      {failed && (
        <span className="ag-form-field-error" role="alert">
          {translate('form.downloadFailed')}
        </span>
      )}
    </>
  )
}
