import { type ClipboardEvent, type ReactNode, useState } from 'react'
import { translate } from '../../../runtime/client/texts.ts'
import type { LocalText, Options } from '../../../runtime/core/documents.ts'
import { optionValue, parseOptionLines } from '../../../runtime/core/studio/optionLines.ts'
import { Button } from '../../widgets/light/Button.tsx'
import { Icon } from '../../widgets/light/Icon.tsx'
import { Overlay } from '../../widgets/light/Overlay.tsx'
import { type MadePicture, OptionPicture, PictureButton } from './OptionPicture.tsx'

type Option = Extract<Options, unknown[]>[number]

/** A list of options as a table: value and both labels, moved and deleted by row; a pasted list becomes options, one per line. */
export function OptionsEditor({
  id,
  value,
  pictures,
  places,
  begun,
  onChange,
}: {
  id: string
  value: Option[] | undefined
  /** Options have pictures. */
  pictures?: boolean
  /** Options have places. */
  places?: boolean
  /** What a new field begins with: pasted options take their place. */
  begun?: unknown
  onChange(value: Option[] | undefined): void
}): ReactNode {
  const options = value ?? []
  const [pasting, setPasting] = useState(false)
  const isBegun = JSON.stringify(begun) === JSON.stringify(options)
  const put = (next: Option[]) => onChange(next.length > 0 ? next : undefined)
  const replace = (text: string) => put(numbered(parseOptionLines(text, []), []))
  const add = (text: string, at = options.length) => {
    const made = parseOptionLines(
      text,
      options.map((option) => String(option.value)),
    )
    put([...options.slice(0, at), ...numbered(made, options), ...options.slice(at)])
  }
  const change = (at: number, option: Option) => put(options.map((each, index) => (index === at ? option : each)))
  const move = (at: number, by: number) => {
    const next = options.filter((_, index) => index !== at)
    next.splice(at + by, 0, options[at] as Option)
    put(next)
  }
  // Several lines pasted into one cell are a list.
  const paste = (event: ClipboardEvent, at: number) => {
    const text = event.clipboardData.getData('text')
    if (!/\r?\n/.test(text.trim())) return
    event.preventDefault()
    if (isBegun) replace(text)
    else add(text, at + 1)
  }
  return (
    <fieldset className="ag-studio-options" id={id} aria-labelledby={`${id}-label`}>
      {options.map((option, at) => (
        <OptionRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a value is typed letter by letter, so it cannot be the key
          key={at}
          option={option}
          number={at + 1}
          count={options.length}
          pictures={pictures === true}
          places={places === true}
          onChange={(next) => change(at, next)}
          onMove={(by) => move(at, by)}
          onRemove={() => put(options.filter((_, index) => index !== at))}
          onPaste={(event) => paste(event, at)}
        />
      ))}
      <div className="ag-studio-options__tools">
        <Button size="small" icon="plus" onClick={() => add(freshLine(options.length + 1))}>
          {translate('studio.options.add')}
        </Button>
        <Button size="small" icon="list" onClick={() => setPasting(true)}>
          {translate('studio.options.paste')}
        </Button>
        {pictures && <AddPictures options={options} onAdd={(fresh) => put([...options, ...fresh])} />}
      </div>
      {pasting && (
        <PasteList
          onClose={() => setPasting(false)}
          hasOptions={options.length > 0 && !isBegun}
          onTake={(text, instead) => {
            if (instead || isBegun) replace(text)
            else add(text)
            setPasting(false)
          }}
        />
      )}
    </fieldset>
  )
}

/** Each picture file becomes an option, called as the file. */
function AddPictures({ options, onAdd }: { options: readonly Option[]; onAdd(fresh: Option[]): void }): ReactNode {
  const [isUnread, setUnread] = useState(false)
  const add = (made: readonly MadePicture[]) => {
    const taken = options.map((option) => String(option.value))
    const fresh = made.flatMap(({ name, picture }) => {
      const [line] = picture ? parseOptionLines(name.replaceAll('\t', ' '), taken) : []
      if (!line || !picture) return []
      taken.push(line.value)
      return [{ ...line, picture }]
    })
    setUnread(fresh.length < made.length)
    onAdd(numbered(fresh, options))
  }
  const words = translate('studio.options.addPictures')
  return (
    <>
      <PictureButton label={words} words={words} several onPictures={add} />
      {isUnread && (
        <p className="ag-studio-field__wrong" role="alert">
          {translate('studio.options.pictureWrong')}
        </p>
      )}
    </>
  )
}

function freshLine(number: number): string {
  return `option-${number}\t${translate('studio.options.fresh.zh', { number })}\t${translate('studio.options.fresh.en', { number })}`
}

interface OptionRowProps {
  option: Option
  number: number
  count: number
  pictures: boolean
  places: boolean
  onChange(option: Option): void
  onMove(by: 1 | -1): void
  onRemove(): void
  onPaste(event: ClipboardEvent): void
}

function OptionRow({ option, number, count, pictures, places, onChange, onMove, onRemove, onPaste }: OptionRowProps): ReactNode {
  const label = (typeof option.label === 'object' && 'zh' in option.label ? option.label : { zh: '', en: '' }) as LocalText
  const name = (what: string) => translate(`studio.options.${what}`, { number })
  const relabel = (change: Partial<LocalText>) => {
    const next = { ...label, ...change }
    // Until someone chooses a value, it follows the label.
    const follows = typeof option.value === 'string' && option.value === optionValue(label.en, label.zh)
    onChange({
      ...option,
      label: next,
      ...(follows && optionValue(next.en, next.zh) !== '' ? { value: optionValue(next.en, next.zh) } : {}),
    })
  }
  return (
    <fieldset className="ag-studio-option" aria-label={name('row')}>
      {pictures && (
        <OptionPicture number={number} picture={option.picture} onChange={(picture) => onChange(withPicture(option, picture))} />
      )}
      <input
        className="ag-form-input"
        aria-label={name('zh')}
        placeholder={translate('studio.lang.zh')}
        value={label.zh}
        onPaste={onPaste}
        onChange={({ target }) => relabel({ zh: target.value })}
      />
      <input
        className="ag-form-input"
        aria-label={name('en')}
        placeholder={translate('studio.lang.en')}
        value={label.en}
        onPaste={onPaste}
        onChange={({ target }) => relabel({ en: target.value })}
      />
      <input
        className="ag-form-input ag-studio-code"
        aria-label={name('value')}
        value={String(option.value)}
        onChange={({ target }) => onChange({ ...option, value: typed(target.value, option.value) })}
      />
      {places && (
        <input
          className="ag-form-input"
          type="number"
          min={0}
          aria-label={name('places')}
          title={name('places')}
          placeholder={translate('studio.options.noLimit')}
          value={option.places ?? ''}
          onChange={({ target }) => onChange(withPlaces(option, target.value))}
        />
      )}
      <span className="ag-studio-option__tools">
        <button type="button" className="ag-icon-button" aria-label={name('up')} disabled={number === 1} onClick={() => onMove(-1)}>
          <Icon name="up" size="small" />
        </button>
        <button type="button" className="ag-icon-button" aria-label={name('down')} disabled={number === count} onClick={() => onMove(1)}>
          <Icon name="down" size="small" />
        </button>
        <button type="button" className="ag-icon-button" aria-label={name('remove')} onClick={onRemove}>
          <Icon name="close" size="small" />
        </button>
      </span>
    </fieldset>
  )
}

function withPicture({ picture: _, ...option }: Option, picture: string | undefined): Option {
  return picture ? { ...option, picture } : option
}

function withPlaces({ places: _, ...option }: Option, text: string): Option {
  const places = Number(text)
  return text === '' || !Number.isInteger(places) || places < 0 ? option : { ...option, places }
}

/** Among numbers, what is added is a number too: the one pasted, else the next one. */
function numbered(made: readonly Option[], options: readonly Option[]): Option[] {
  const values = options.map(({ value }) => value)
  if (values.length === 0 || !values.every((value) => typeof value === 'number')) return [...made]
  const largest = Math.max(...(values as number[]))
  return made.map((option, at) => ({ ...option, value: typed(String(option.value), 0, largest + at + 1) }))
}

/** Numbers stay numbers. */
function typed(text: string, before: Option['value'], otherwise: Option['value'] = text): Option['value'] {
  return typeof before === 'number' && text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : otherwise
}

interface PasteListProps {
  hasOptions: boolean
  onClose(): void
  /** @param instead  of the options that are there, such as those that a new field begins with */
  onTake(text: string, instead: boolean): void
}

function PasteList({ hasOptions, onClose, onTake }: PasteListProps): ReactNode {
  const [text, setText] = useState('')
  const count = parseOptionLines(text).length
  return (
    <Overlay
      kind="dialog"
      width={520}
      title={translate('studio.options.pasteTitle')}
      onClose={onClose}
      footer={
        <>
          {hasOptions && (
            <Button disabled={count === 0} onClick={() => onTake(text, true)}>
              {translate('studio.options.takeInstead', { count })}
            </Button>
          )}
          <Button tone="primary" disabled={count === 0} onClick={() => onTake(text, false)}>
            {translate('studio.options.take', { count })}
          </Button>
        </>
      }
    >
      <p className="ag-studio-hint">{translate('studio.options.pasteHelp')}</p>
      <textarea
        className="ag-form-input ag-studio-code"
        rows={10}
        aria-label={translate('studio.options.pasteTitle')}
        data-autofocus=""
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    </Overlay>
  )
}
