import type { ReactNode } from 'react'
import { translate } from '../../../runtime/client/texts.ts'
import { moveEntry } from '../../../runtime/core/studio/menuEntries.ts'
import { Button } from '../../widgets/light/Button.tsx'
import type { Content } from '../documents/openedDocument.ts'
import type { EntryCommand } from './MenuEditor.tsx'

interface EntryToolbarProps {
  content: Content
  /** One that is there. */
  chosen: string | null
  run(command: EntryCommand): void
  onPage(): void
  onEntry(): void
}

const MOVES = [
  { command: 'earlier', icon: 'up' },
  { command: 'later', icon: 'down' },
  { command: 'out', icon: 'left' },
  { command: 'in', icon: 'right' },
] as const

/** What keys and dragging do, as buttons. */
export function EntryToolbar({ content, chosen, run, onPage, onEntry }: EntryToolbarProps): ReactNode {
  return (
    <div className="ag-in-place__toolbar" role="toolbar" aria-label={translate('studioMenu.tree')}>
      <Button icon="plus" size="small" tone="primary" onClick={onPage}>
        {translate('studioMenu.addPage')}
      </Button>
      <Button size="small" onClick={onEntry}>
        {translate('studioMenu.addEntry')}
      </Button>
      {MOVES.map(({ command, icon }) => (
        <Button
          key={command}
          icon={icon}
          size="small"
          disabled={chosen === null || moveEntry(content, chosen, command) === null}
          aria-label={translate(`studioMenu.${command}`)}
          onClick={() => run(command)}
        />
      ))}
      <Button
        icon="trash"
        size="small"
        disabled={chosen === null}
        aria-label={translate('studioMenu.remove')}
        onClick={() => run('remove')}
      />
    </div>
  )
}
