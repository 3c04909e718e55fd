import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { resolveText, translate } from '../../../runtime/client/texts.ts'
import type { PaletteBreak, PaletteEntry } from '../../../runtime/core/documents.ts'
import { isOffered } from '../../../runtime/core/studio/entryOfField.ts'
import { Icon } from '../../widgets/light/Icon.tsx'
import { Overlay } from '../../widgets/light/Overlay.tsx'
import { insertBreak, insertEntry } from '../commands.ts'
import { useDesign } from '../useDesign.ts'
import { isNamed, nameRank } from './isNamed.ts'
import type { Typing } from './TypeInPlace.tsx'

interface InsertFieldProps {
  onType(typing: Typing): void
  onClose(): void
}
interface Choice {
  of: PaletteEntry | PaletteBreak
  take(): void
}

/** Inserts a field by the name of its kind, as a click on the palette does; then its title is typed in place. Opened by `/`. */
export function InsertField({ onType, onClose }: InsertFieldProps): ReactNode {
  const id = useId()
  const design = useDesign()
  const [wanted, setWanted] = useState('')
  const [active, setActive] = useState(0)
  const choices = useChoices(wanted)
  const at = Math.min(active, choices.length - 1)
  const take = (choice: Choice | undefined) => {
    if (!choice) return
    choice.take()
    onClose()
    const path = design.session.selection.at(-1)
    if (path !== undefined) onType({ path, part: 'title' })
  }
  const hear = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const keys: Record<string, () => void> = {
      ArrowDown: () => setActive(Math.min(choices.length - 1, at + 1)),
      ArrowUp: () => setActive(Math.max(0, at - 1)),
      Enter: () => take(choices[at]),
    }
    if (!keys[event.key]) return
    event.preventDefault()
    keys[event.key]!()
  }
  return (
    <Overlay kind="dialog" width={480} title={translate('studio.insert.title')} onClose={onClose}>
      <input
        className="ag-studio-search"
        role="combobox"
        aria-expanded="true"
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={choices[at] ? `${id}-${at}` : undefined}
        aria-label={translate('studio.insert.label')}
        placeholder={translate('studio.insert.label')}
        autoComplete="off"
        data-autofocus=""
        value={wanted}
        onChange={({ target }) => {
          setWanted(target.value)
          setActive(0)
        }}
        onKeyDown={hear}
      />
      <p className="ag-studio-hint" role="status">
        {translate('studio.insert.count', { count: choices.length })}
      </p>
      <div role="listbox" id={id} aria-label={translate('studio.insert.title')} className="ag-studio-choices">
        {choices.map((choice, index) => (
          <Offered key={choice.of.id} id={`${id}-${index}`} choice={choice} isActive={index === at} onTake={() => take(choice)} />
        ))}
      </div>
    </Overlay>
  )
}

/** The best match first; without words, in the order of the palette. */
function useChoices(wanted: string): Choice[] {
  const design = useDesign()
  const { vocabulary, node } = design
  const found = vocabulary.palette.groups.flatMap(({ entries, breaks = [] }) => [
    ...entries
      .filter((entry) => isOffered(entry, node.purpose) && isNamed(entry, wanted))
      .map((entry) => ({ of: entry, take: () => insertEntry(design, entry) })),
    ...breaks.filter((part) => isNamed(part, wanted)).map((part) => ({ of: part, take: () => insertBreak(design, part) })),
  ])
  return wanted.trim() === '' ? found : found.sort((left, right) => nameRank(left.of, wanted) - nameRank(right.of, wanted))
}

interface OfferedProps {
  id: string
  choice: Choice
  isActive: boolean
  onTake(): void
}

function Offered({ id, choice: { of }, isActive, onTake }: OfferedProps): ReactNode {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) element.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search box hears the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the search box has the focus and names the active one
    <div ref={element} id={id} role="option" aria-selected={isActive} className="ag-studio-choice-row" onClick={onTake}>
      <Icon name={of.icon} size="small" />
      <span>{resolveText(of.title)}</span>
      {of.description && <span className="ag-studio-hint">{resolveText(of.description)}</span>}
    </div>
  )
}
