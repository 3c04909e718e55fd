import { type ReactNode, useState } from 'react'
import { translate } from '../../../runtime/client/texts.ts'
import { Button } from '../../widgets/light/Button.tsx'
import { shrinkPicture } from './shrinkPicture.ts'

interface OptionPictureProps {
  number: number
  picture: string | undefined
  onChange(picture: string | undefined): void
}

/** The picture of one option: chosen, replaced, taken away. It becomes part of the form, made small in the browser. */
export function OptionPicture({ number, picture, onChange }: OptionPictureProps): ReactNode {
  const [isWrong, setWrong] = useState(false)
  return (
    <div className="ag-studio-option__picture">
      {picture && <img src={picture} alt="" />}
      <PictureButton
        label={translate(picture ? 'studio.options.replacePicture' : 'studio.options.picture', { number })}
        words={translate(picture ? 'studio.options.replacePictureShort' : 'studio.options.pictureShort')}
        onPictures={([made]) => {
          setWrong(made?.picture === null)
          if (made?.picture) onChange(made.picture)
        }}
      />
      {picture && (
        <Button
          size="small"
          tone="link"
          aria-label={translate('studio.options.removePicture', { number })}
          onClick={() => onChange(undefined)}
        >
          {translate('studio.options.removePictureShort')}
        </Button>
      )}
      {isWrong && (
        <p className="ag-studio-field__wrong" role="alert">
          {translate('studio.options.pictureWrong')}
        </p>
      )}
    </div>
  )
}

export interface MadePicture {
  /** Of the file, without its ending. */
  name: string
  /** Null: the file is no picture that the browser can read. */
  picture: string | null
}

interface PictureButtonProps {
  /** For screen readers; begins with the words. */
  label: string
  words: string
  several?: boolean
  onPictures(made: MadePicture[]): void
}

/** Asks for picture files, and hands them over made small. */
export function PictureButton({ label, words, several, onPictures }: PictureButtonProps): ReactNode {
  const take = async (files: readonly File[]) => {
    const made: MadePicture[] = []
    for (const file of files) made.push({ name: file.name.replace(/\.[^.]*$/, ''), picture: await shrinkPicture(file) })
    onPictures(made)
  }
  return (
    <label className="ag-button ag-button--default ag-button--small ag-studio-picture-button">
      <span className="ag-button__label" aria-hidden="true">
        {words}
      </span>
      <input
        type="file"
        className="ag-hidden"
        accept="image/png,image/jpeg,image/webp"
        multiple={several}
        aria-label={label}
        onChange={({ target }) => {
          void take([...(target.files ?? [])])
          target.value = ''
        }}
      />
    </label>
  )
}
