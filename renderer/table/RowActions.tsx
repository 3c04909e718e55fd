import type { ReactNode } from 'react'
import { actionState, linkAction, runAction } from '../../runtime/client/actions.ts'
import { resolveText, translate } from '../../runtime/client/texts.ts'
import type { ActionRef } from '../../runtime/core/documents.ts'
import { ActionButton } from '../ActionButton.tsx'
import { useScope, useScreen } from '../ScreenContext.ts'
import { useScoped } from '../useScoped.ts'
import { Icon } from '../widgets/light/Icon.tsx'
import { MenuButton } from '../widgets/light/MenuButton.tsx'

const SHOWN = 2
const SHOWN_IF_TIGHT = 1

/** Actions of one row: the first two as buttons, the rest in a menu; where a table has no room for them, the first one and the menu. */
export function RowActions({ actions, tight = false }: { actions: readonly ActionRef[]; tight?: boolean }): ReactNode {
  const spelled = tight ? SHOWN_IF_TIGHT : SHOWN
  return (
    <span className="ag-row-actions">
      {actions.slice(0, spelled).map((action, index) => (
        <ActionButton key={typeof action === 'string' ? action : index} action={action} size="small" />
      ))}
      {actions.length > spelled && <RestMenu actions={actions.slice(spelled)} />}
    </span>
  )
}

function RestMenu({ actions }: { actions: readonly ActionRef[] }): ReactNode {
  const scope = useScope()
  const { host } = useScreen()
  const faces = useScoped(() =>
    actions.flatMap((action, index) => {
      const linked = linkAction(action, scope)
      const state = linked && actionState(linked)
      if (!linked || !state?.visible) return []
      return [
        {
          index,
          label: resolveText(linked.action.label, linked.scope),
          enabled: state.enabled,
          reason: state.reason,
          danger: linked.action.tone === 'danger',
          icon: linked.action.icon,
        },
      ]
    }),
  )
  if (faces.length === 0) return null
  return (
    <MenuButton
      label={translate('kernel.table.more')}
      className="ag-icon-button ag-icon-button--small"
      face={<Icon name="more" />}
      entries={faces.map(({ index, label, enabled, reason, danger, icon }) => ({
        id: String(index),
        label,
        icon,
        danger,
        disabled: !enabled,
        reason,
        onSelect: () => {
          const linked = linkAction(actions[index]!, scope)
          if (linked) void runAction(linked, host)
        },
      }))}
    />
  )
}
