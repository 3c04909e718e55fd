import type { ReactNode } from 'react'
import type { EditorKey } from '../../../runtime/client/previewFrame.ts'
import { translate } from '../../../runtime/client/texts.ts'
import { pageNodes } from '../../../runtime/core/studio/inPlaceEditor/pageNodes.ts'
import { Button } from '../../widgets/light/Button.tsx'
import type { Content } from '../documents/openedDocument.ts'

interface EditorToolbarProps {
  content: Content
  chosen: string | null
  press(key: EditorKey): void
  onInsert(): void
}

/** What the keys do, as buttons. */
export function EditorToolbar({ content, chosen, press, onInsert }: EditorToolbarProps): ReactNode {
  const node = pageNodes(content).find(({ path }) => path === chosen)
  const keys = [
    { key: 'earlier', icon: 'up', isOff: !node || node.index === 0 },
    { key: 'later', icon: 'down', isOff: !node || node.index === node.count - 1 },
    { key: 'copy', icon: 'copy', isOff: !node },
    { key: 'remove', icon: 'trash', isOff: !node },
  ] as const
  return (
    <div className="ag-in-place__toolbar" role="toolbar" aria-label={translate('studioSight.tree')}>
      <Button icon="plus" size="small" tone="primary" onClick={onInsert}>
        {translate('studioSight.insert')}
      </Button>
      {keys.map(({ key, icon, isOff }) => (
        <Button
          key={key}
          icon={icon}
          size="small"
          disabled={isOff}
          aria-label={translate(`studioSight.${key}`)}
          onClick={() => press(key)}
        />
      ))}
    </div>
  )
}
