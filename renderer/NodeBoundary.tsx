/** Keeps an error inside the node it happened in: a notice with a retry takes the node's place, the rest of the page lives on. */
import type { ErrorInfo, ReactNode } from 'react'
import { Component } from 'react'
import { translate } from '../runtime/client/texts.ts'
import { Banner } from './widgets/light/Banner.tsx'
import { Button } from './widgets/light/Button.tsx'

interface Props {
  /** Named in the console, for developers. */
  name: string
  children: ReactNode
}

export class NodeBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    console.error(`Node "${this.props.name}" failed`, error, info.componentStack)
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return (
      <Banner tone="error" title={translate('kernel.node.failed')}>
        <Button size="small" onClick={() => this.setState({ failed: false })}>
          {translate('kernel.retry')}
        </Button>
      </Banner>
    )
  }
}
