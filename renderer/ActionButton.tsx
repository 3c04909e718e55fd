import type { ReactNode } from 'react'
import { useRef, useState } from 'react'
import type { ActionHost } from '../runtime/client/actions.ts'
import { actionState, asksAgain, linkAction, linkedAddress, runAction } from '../runtime/client/actions.ts'
import { resolveText } from '../runtime/client/texts.ts'
import type { ActionRef } from '../runtime/core/documents.ts'
import { useDescribedByTitle } from './ListedTitle.ts'
import { useScope, useScreen } from './ScreenContext.ts'
import { useScoped } from './useScoped.ts'
import { Button, ButtonLink } from './widgets/light/Button.tsx'

export interface ActionFace {
  label: string
  icon?: string
  tone: 'primary' | 'default' | 'danger' | 'link'
  enabled: boolean
  reason: string
  busy: boolean
  /** Where it leads when it does nothing else; null otherwise, and where no link was asked for. */
  to: string | null
  run(): void
}

/** An action as the screen shows it; null when it is withheld or its `visibleWhen` is false.
 *  @param onChanged  called when it has run to its end and sources are asked again because of it
 *  @param linked     one that only leads to a page is a link: it opens in another tab, and its address can be copied */
export function useAction(reference: ActionRef | undefined, onChanged?: () => void, linked = false): ActionFace | null {
  const { host } = useScreen()
  const scope = useScope()
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  // Parameters of the reference are evaluated with everything else: each time the scope changes, and once more when it runs.
  const face = useScoped(() => {
    const found = reference === undefined ? null : linkAction(reference, scope)
    if (!found) return null
    const { label, icon, tone = 'default' } = found.action
    return { ...actionState(found), label: resolveText(label, found.scope), icon, tone, to: linked ? linkedAddress(found) : null }
  })
  if (!face?.visible) return null
  return {
    label: face.label,
    icon: face.icon,
    tone: face.tone,
    enabled: face.enabled,
    reason: face.reason,
    busy,
    to: face.to,
    run() {
      const found = running.current ? null : linkAction(reference!, scope)
      if (!found) return
      running.current = true
      setBusy(true)
      void runAction(found, quietWhileAsking(host, setBusy))
        .then((done) => {
          if (done && asksAgain(found.action)) onChanged?.()
        })
        .finally(() => {
          running.current = false
          setBusy(false)
        })
    },
  }
}

interface Look {
  size?: 'small' | 'medium' | 'large'
  block?: boolean
  /** Why it is disabled stands beside it. */
  spelled?: boolean
}

/** A button for an action of a document: hidden, disabled with its reason, busy while its chain runs (a second click does nothing). */
export function ActionButton({
  action,
  linked,
  onChanged,
  ...look
}: Look & {
  action: ActionRef
  /** As for `useAction`. */
  linked?: boolean
  onChanged?: () => void
}): ReactNode {
  const face = useAction(action, onChanged, linked)
  return face && <FaceButton face={face} {...look} />
}

/** The button of an action that is shown; a link where it only leads. */
export function FaceButton({ face, size, block, spelled }: Look & { face: ActionFace }): ReactNode {
  const described = useDescribedByTitle()
  if (face.to !== null && face.enabled) return <ButtonLink {...face} {...described} to={face.to} size={size} block={block} />
  return (
    <Button
      {...described}
      tone={face.tone}
      icon={face.icon}
      size={size}
      block={block}
      disabled={!face.enabled}
      reason={face.reason}
      spelled={spelled}
      busy={face.busy}
      onClick={face.run}
    >
      {face.label}
    </Button>
  )
}

/** Actions in a row. */
export function ActionRow({
  actions,
  size,
  onChanged,
}: {
  actions: readonly ActionRef[] | undefined
  size?: 'small' | 'medium' | 'large'
  onChanged?: () => void
}): ReactNode {
  if (!actions?.length) return null
  return (
    <div className="ag-actions">
      {actions.map((action, index) => (
        <ActionButton key={typeof action === 'string' ? action : index} action={action} size={size} onChanged={onChanged} />
      ))}
    </div>
  )
}

// While a question is open nothing runs, and the button is idle.
function quietWhileAsking(host: ActionHost, setBusy: (busy: boolean) => void): ActionHost {
  return {
    ...host,
    async confirm(question) {
      setBusy(false)
      const yes = await host.confirm(question)
      setBusy(yes)
      return yes
    },
    askForm(question) {
      setBusy(false)
      return host.askForm(question)
    },
  }
}
