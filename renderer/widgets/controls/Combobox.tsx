import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { translate } from '../../../runtime/client/texts.ts'
import type { ControlProps } from '../../form/contract.ts'
import { LeaveArea } from './LeaveArea.tsx'
import { OptionsState } from './OptionsState.tsx'
import type { LoadedOptions, ShownOption } from './useOptions.ts'

/** What it needs to know of the control that it belongs to. */
type Combined = Pick<
  ControlProps,
  'id' | 'label' | 'placeholder' | 'disabled' | 'required' | 'invalid' | 'describedBy' | 'disabledOptions'
> & {
  answer: Pick<ControlProps['answer'], 'leave'>
}

export interface ComboboxProps {
  control: Combined
  options: LoadedOptions
  search: string
  onSearch(text: string): void
  /** Shown in the field while it is not being typed into; null: the words are on their way. */
  shown: string | null
  isChosen(option: ShownOption): boolean
  /** The list stays open after taking one. */
  keepsOpen?: boolean
  /** It opens with the focus as soon as it is drawn. */
  startsOpen?: boolean
  onTake(option: ShownOption): void
  /** Backspace in an empty field. */
  onErase?(): void
  onClose?(): void
}

/** A text field with a list below it (combobox pattern): arrow keys move, Enter selects, Escape closes, typing searches. No pop-up library. */
export function Combobox(props: ComboboxProps) {
  const { control, search } = props
  const { list } = props.options
  const listId = useId()
  const [open, setOpen] = useState(props.startsOpen === true)
  const element = useStartFocus(props.startsOpen === true)
  const [active, setActive] = useState(0)
  const at = Math.min(active, list.length - 1)
  const close = () => {
    setOpen(false)
    props.onSearch('')
    props.onClose?.()
  }
  const take = (option: ShownOption | undefined) => {
    if (!option || control.disabledOptions.includes(option.value)) return
    props.onTake(option)
    props.keepsOpen ? props.onSearch('') : close()
  }
  const move = (to: number) => {
    setOpen(true)
    setActive(Math.max(0, Math.min(list.length - 1, to)))
  }
  const onKey = (event: React.KeyboardEvent) => {
    const keys: Record<string, () => void> = {
      ArrowDown: () => move(open ? at + 1 : at),
      ArrowUp: () => move(at - 1),
      Enter: () => open && take(list[at]),
      Escape: () => open && close(),
    }
    if (event.key === 'Backspace' && search === '') return props.onErase?.()
    const run = keys[event.key]
    if (!run || event.nativeEvent.isComposing) return
    // Enter in an open list must not submit, Escape must not close the dialog around.
    if (open || event.key.startsWith('Arrow')) {
      event.preventDefault()
      event.stopPropagation()
    }
    run()
  }
  return (
    <LeaveArea className="ag-form-combobox" answer={control.answer} onLeave={close}>
      <input
        ref={element}
        id={control.id}
        className="ag-form-input ag-form-select"
        role="combobox"
        // several choices are in a group, whose label names the group only
        aria-label={props.keepsOpen ? control.label : undefined}
        aria-expanded={open}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={open && list[at] ? `${listId}-${at}` : undefined}
        aria-invalid={control.invalid || undefined}
        aria-describedby={control.describedBy}
        aria-required={control.required || undefined}
        autoComplete="off"
        disabled={control.disabled}
        aria-busy={props.shown === null || undefined}
        placeholder={placeholderOf(props)}
        value={open ? search : (props.shown ?? '')}
        onClick={() => setOpen(true)}
        onChange={(event) => {
          setOpen(true)
          setActive(0)
          props.onSearch(event.currentTarget.value)
        }}
        onKeyDown={onKey}
      />
      {open && <ChoiceList {...props} id={listId} at={at} onTake={take} />}
    </LeaveArea>
  )
}

function placeholderOf({ shown, control }: ComboboxProps): string {
  return shown === null ? translate('form.optionsLoading') : shown || control.placeholder || translate('form.search')
}

function useStartFocus(takes: boolean): RefObject<HTMLInputElement | null> {
  const element = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (takes) element.current?.focus()
  }, [takes])
  return element
}

interface ChoiceListProps extends Pick<ComboboxProps, 'control' | 'options' | 'isChosen' | 'keepsOpen' | 'onTake'> {
  id: string
  /** Index of the active option. */
  at: number
}

function ChoiceList({ control, options, isChosen, keepsOpen, onTake, id, at }: ChoiceListProps) {
  return (
    <div className="ag-form-combobox-list">
      <div role="listbox" id={id} aria-label={control.label} aria-multiselectable={keepsOpen}>
        {options.list.map((option, index) => (
          <Choice
            key={String(option.value)}
            id={`${id}-${index}`}
            option={option}
            chosen={isChosen(option)}
            active={index === at}
            disabled={control.disabledOptions.includes(option.value)}
            onTake={() => onTake(option)}
          />
        ))}
      </div>
      <OptionsState options={options} />
    </div>
  )
}

interface ChoiceProps {
  id: string
  option: ShownOption
  chosen: boolean
  active: boolean
  disabled: boolean
  onTake(): void
}

function Choice({ id, option, chosen, active, disabled, onTake }: ChoiceProps) {
  const element = (node: HTMLDivElement | null) => {
    if (active) node?.scrollIntoView({ block: 'nearest' })
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys go to the text field, which names the active option
    <div
      ref={element}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={chosen}
      aria-disabled={disabled || undefined}
      className={active ? 'ag-form-option ag-form-option-active' : 'ag-form-option'}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onTake}
    >
      {option.label}
    </div>
  )
}
