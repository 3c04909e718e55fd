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

/** Actions of one row: the first two that the row has as buttons, the rest in a menu; where a table has no room for them, the first one and the menu. */
export function RowActions({ actions, tight = false }: { actions: readonly ActionRef[]; tight?: boolean }): ReactNode {
  const spelled = tight ? SHOWN_IF_TIGHT : SHOWN
  const places = useScoped((scope) =>
    actions.flatMap((action, place) => {
      const linked = linkAction(action, scope)
      return linked && actionState(linked).visible ? [place] : []
    }),
  )
  return (
    <span className="ag-row-actions">
      {places.slice(0, spelled).map((place) => (
        <ActionButton key={place} action={actions[place]!} size="small" />
      ))}
      {places.length > spelled && <RestMenu actions={places.slice(spelled).map((place) => actions[place]!)} />}
    </span>
  )
}

function RestMenu({ actions }: { actions: readonly ActionRef[] }): ReactNode {
  const scope = useScope()
  const { host } = useScreen()
  const faces = useScoped(() =>
    actions.flatMap((action, index) => {
      const linked = linkAction(action, scope)
      if (!linked) return []
      const state = actionState(linked)
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
