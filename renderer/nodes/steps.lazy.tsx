import { type ReactNode, useEffect, useRef } from 'react'
import { translate } from '../../runtime/client/texts.ts'
import type { NodeProps } from '../NodeList.tsx'
import { textOf, useScoped, useValue } from '../useScoped.ts'
import { Steps } from '../widgets/light/Steps.tsx'

export const drawnFirst = true

/** Progress through several steps. */
export default function StepsNode({ node }: NodeProps<'steps'>): ReactNode {
  const current = Number(useValue(node.current) ?? 0)
  const items = useScoped((scope) => node.items.map((item) => ({ title: textOf(item.title, scope), text: textOf(item.text, scope) })))
  const before = useRef(current)
  const root = useRef<HTMLOListElement>(null)
  useEffect(() => {
    if (before.current === current) return
    before.current = current
    // what had the focus is gone with the step before: the next one is read out, and keys continue from there
    if (document.activeElement !== document.body) return
    root.current?.querySelector<HTMLElement>('[aria-current]')?.focus()
    window.scrollTo({ top: 0 })
  }, [current])
  return (
    <Steps
      ref={root}
      items={items}
      current={current}
      label={translate('kernel.steps', { current: Math.min(current + 1, items.length), total: items.length })}
    />
  )
}
