import { useId } from 'react'
import { translate } from '../../../../runtime/client/texts.ts'

/** The name of a video: what people read before it plays, and what the frame is called. */
export function VideoTitle({ value, onChange }: { value: string; onChange(title: string): void }) {
  const id = useId()
  return (
    <>
      <label htmlFor={id}>{translate('form.richText.videoTitle')}</label>
      <input id={id} className="ag-form-input" maxLength={200} value={value} onChange={(event) => onChange(event.target.value)} />
    </>
  )
}
