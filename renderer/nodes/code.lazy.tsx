import type { ReactNode } from 'react'
import { useId } from 'react'
import { copyAndTell } from '../../runtime/client/copyAndTell.ts'
import { translate } from '../../runtime/client/texts.ts'
import type { NodeProps } from '../NodeList.tsx'
import { SourceFrame } from '../SourceFrame.tsx'
import { useText } from '../useScoped.ts'
import { Button } from '../widgets/light/Button.tsx'
import { Skeleton } from '../widgets/light/Skeleton.tsx'
import '../styles/code.css'

/** Words in a fixed-width font with a button that copies them. Scrolls within itself, by keyboard too. */
export default function CodeNode({ node }: NodeProps<'code'>): ReactNode {
  return (
    <SourceFrame reads={node.text} skeleton={<Skeleton lines={3} />}>
      <Code node={node} />
    </SourceFrame>
  )
}

function Code({ node }: NodeProps<'code'>): ReactNode {
  const title = useText(node.title)
  const text = useText(node.text)
  const titleId = useId()
  if (!text) return null
  return (
    <figure className="ag-code">
      <figcaption className="ag-code__head">
        <span id={titleId}>{title}</span>
        <Button size="small" tone="link" icon="copy" onClick={() => void copyAndTell(text)}>
          {translate('kernel.copy')}
        </Button>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className="ag-code__text" tabIndex={0} aria-labelledby={titleId}>
        <pre>
          <code>{text}</code>
        </pre>
      </section>
    </figure>
  )
}
