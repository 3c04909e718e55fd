import { type CSSProperties, type ReactNode, useId, useState } from 'react'
import { translate } from '../../../runtime/client/texts.ts'
import type { SkinDocument } from '../../../runtime/core/documents.ts'
import { pictureColours } from '../../../runtime/core/skin/pictureColours.ts'
import { type DesignedSkin, type Side, withBrand } from './designedSkin.ts'

interface LogoColoursProps {
  skin: DesignedSkin
  content: SkinDocument
  side: Side
  change(content: SkinDocument): void
}
/** Enough of a picture to know its colours, in pixels. */
const EDGE = 96

/** Colours found in a picture, which never leaves the browser; a click puts the skin in one of them. */
export function LogoColours({ skin, content, side, change }: LogoColoursProps): ReactNode {
  const id = useId()
  const [colours, setColours] = useState<readonly string[]>([])
  const [problem, setProblem] = useState('')
  if (!skin.rules.brand) return null
  const read = async (file: File) => {
    const found = await coloursOf(file).catch(() => [])
    setColours(found)
    setProblem(found.length === 0 ? translate('studioSkin.fromLogoFailed') : '')
  }
  return (
    <div className="ag-token-logo">
      <span>{translate('studioSkin.fromLogo')}</span>
      <label className="ag-button ag-button--default ag-button--small">
        <span className="ag-button__label">{translate('form.uploadChoose')}</span>
        <input
          type="file"
          className="ag-hidden"
          accept="image/png,image/jpeg,image/webp,image/gif"
          aria-label={translate('studioSkin.fromLogo')}
          aria-describedby={`${id}-help`}
          onChange={({ target }) => {
            const [file] = target.files ?? []
            target.value = ''
            if (file) void read(file)
          }}
        />
      </label>
      <p id={`${id}-help`} className="ag-token-logo__help" role="status">
        {problem || translate(colours.length > 0 ? 'studioSkin.fromLogoFound' : 'studioSkin.fromLogoHelp')}
      </p>
      {colours.map((colour) => (
        <button
          key={colour}
          type="button"
          className="ag-token-logo__colour"
          style={{ '--ag-logo-colour': colour } as CSSProperties}
          aria-label={translate('studioSkin.useProposal', { colour })}
          title={colour}
          onClick={() => change(withBrand(skin, content, side, colour))}
        />
      ))}
    </div>
  )
}

async function coloursOf(file: File): Promise<string[]> {
  const picture = await createImageBitmap(file)
  const scale = Math.min(1, EDGE / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const surface = canvas.getContext('2d', { willReadFrequently: true })!
  surface.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return pictureColours(surface.getImageData(0, 0, canvas.width, canvas.height).data)
}
