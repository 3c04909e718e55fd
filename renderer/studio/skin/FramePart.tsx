import { type ReactNode, useEffect, useId, useMemo, useState } from 'react'
import { callAddress } from '../../../runtime/client/http.ts'
import { resolveText, translate } from '../../../runtime/client/texts.ts'
import type { SkinDocument } from '../../../runtime/core/documents.ts'
import { createUploads, type Upload } from '../../widgets/controls/uploads.ts'
import { Button } from '../../widgets/light/Button.tsx'
import type { DesignedSkin } from './designedSkin.ts'

interface FramePartProps {
  skin: DesignedSkin
  content: SkinDocument
  change(content: SkinDocument): void
}
const PICTURES = ['logo', 'banner'] as const

/** Settings of logo, banner and layout. */
export function FramePart({ skin, content, change }: FramePartProps): ReactNode {
  const setImage = (name: string, address: string | null) => {
    const { [name]: _, ...rest } = content.images ?? {}
    change({ ...content, images: address === null ? rest : { ...rest, [name]: address } })
  }
  return (
    <div className="ag-frame-part">
      {PICTURES.map((name) => (
        <PictureField key={name} name={name} address={content.images?.[name]} onChange={(address) => setImage(name, address)} />
      ))}
      {Object.entries(skin.rules.slots ?? {}).map(([slot, { title, choices }]) => (
        <SlotField
          key={slot}
          title={resolveText(title)}
          choices={Object.entries(choices).map(([id, label]) => ({ id, label: resolveText(label) }))}
          value={content.layout?.[slot] ?? Object.keys(choices)[0]!}
          onChange={(way) => change({ ...content, layout: { ...content.layout, [slot]: way } })}
        />
      ))}
    </div>
  )
}

interface PictureFieldProps {
  name: (typeof PICTURES)[number]
  address: string | undefined
  onChange(address: string | null): void
}

function PictureField({ name, address, onChange }: PictureFieldProps): ReactNode {
  const [waiting, setWaiting] = useState<readonly Upload[]>([])
  const title = translate(`studioSkin.${name}`)
  const uploads = useMemo(
    () =>
      createUploads({ purpose: 'skin', onChange: setWaiting, onDone: (file) => onChange(callAddress('platform.file', { id: file.id })) }),
    [onChange],
  )
  useEffect(() => () => uploads.stop(), [uploads])
  const [upload] = waiting
  return (
    <fieldset className="ag-picture-field">
      <legend>{title}</legend>
      {address && <img src={address} alt={title} />}
      <label className="ag-button ag-button--default ag-button--small">
        <span className="ag-button__label">{translate(address ? 'studioSkin.replace' : 'studioSkin.upload')}</span>
        <input
          type="file"
          className="ag-hidden"
          accept="image/png,image/jpeg,image/webp"
          aria-label={translate('studioSkin.uploadOf', { title })}
          onChange={({ target }) => {
            uploads.start([...(target.files ?? [])])
            target.value = ''
          }}
        />
      </label>
      {address && (
        <Button size="small" tone="link" onClick={() => onChange(null)}>
          {translate('studioSkin.remove')}
        </Button>
      )}
      <p role="status">{upload ? upload.failure || translate('studioSkin.uploading') : translate(`studioSkin.${name}Hint`)}</p>
    </fieldset>
  )
}

interface SlotFieldProps {
  title: string
  choices: { id: string; label: string }[]
  value: string
  onChange(way: string): void
}

function SlotField({ title, choices, value, onChange }: SlotFieldProps): ReactNode {
  const id = useId()
  return (
    <div className="ag-token">
      <label htmlFor={id}>{title}</label>
      <select id={id} className="ag-input" value={value} onChange={(event) => onChange(event.target.value)}>
        {choices.map((choice) => (
          <option key={choice.id} value={choice.id}>
            {choice.label}
          </option>
        ))}
      </select>
    </div>
  )
}
