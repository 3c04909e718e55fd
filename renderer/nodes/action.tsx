import type { ReactNode } from 'react'
import { useAction } from '../ActionButton.tsx'
import type { NodeProps } from '../NodeList.tsx'
import { StickyBar } from '../StickyBar.tsx'
import { Button, ButtonLink } from '../widgets/light/Button.tsx'

/** One action as a button. `sticky` keeps it visible: in a bar at the bottom of a phone, in a bar under the header once it has scrolled out of
 * view. */
export default function ActionNode({ node }: NodeProps<'action'>): ReactNode {
  const face = useAction(node.action)
  if (!face) return null
  const { label, tone, icon, busy, enabled, reason, to, run } = face
  const size = node.size ?? (node.sticky ? 'large' : 'medium')
  const link = to !== null && enabled && <ButtonLink {...face} to={to} size={size} block={node.block} />
  const button = (spelled: boolean) =>
    link || (
      <Button
        tone={tone}
        icon={icon}
        size={size}
        block={node.block}
        disabled={!enabled}
        reason={reason}
        spelled={spelled}
        busy={busy}
        onClick={run}
      >
        {label}
      </Button>
    )
  const shown = <div className="ag-action">{button(true)}</div>
  return node.sticky ? (
    <StickyBar reason={enabled ? '' : reason} button={button(false)}>
      {shown}
    </StickyBar>
  ) : (
    shown
  )
}
