import type { ReactNode } from 'react'
import { translate } from '../../runtime/client/texts.ts'
import type { NodeProps } from '../NodeList.tsx'
import { textOf, useScoped, useValue } from '../useScoped.ts'
import { Steps } from '../widgets/light/Steps.tsx'

export const drawnFirst = true

/** Progress through several steps. */
export default function StepsNode({ node }: NodeProps<'steps'>): ReactNode {
  const current = Number(useValue(node.current) ?? 0)
  const items = useScoped((scope) => node.items.map((item) => ({ title: textOf(item.title, scope), text: textOf(item.text, scope) })))
  return (
    <Steps
      items={items}
      current={current}
      label={translate('kernel.steps', { current: Math.min(current + 1, items.length), total: items.length })}
    />
  )
}
