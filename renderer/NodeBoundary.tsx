/** Keeps an error inside the node it happened in: a notice with a retry takes the node's place, the rest of the page lives on. */
import type { ErrorInfo, ReactNode } from 'react'
import { Component } from 'react'
import { ChunkFailed } from '../runtime/client/loadChunk.ts'
import { translate } from '../runtime/client/texts.ts'
import { Banner } from './widgets/light/Banner.tsx'
import { Button } from './widgets/light/Button.tsx'

interface Props {
  /** Named in the console, for developers. */
  name: string
  children: ReactNode
}

interface State {
  /** `chunk`: its code did not load; only reloading the page helps. */
  failed: 'chunk' | 'node' | null
}

export class NodeBoundary extends Component<Props, State> {
  override state: State = { failed: null }

  static getDerivedStateFromError(error: unknown): State {
    return { failed: error instanceof ChunkFailed ? 'chunk' : 'node' }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    console.error(`Node "${this.props.name}" failed`, error, info.componentStack)
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return (
      <Banner tone="error" title={translate(`kernel.${this.state.failed}.failed`)}>
        <Button
          size="small"
          icon="refresh"
          onClick={() => (this.state.failed === 'chunk' ? location.reload() : this.setState({ failed: null }))}
        >
          {translate(this.state.failed === 'chunk' ? 'kernel.reload' : 'kernel.retry')}
        </Button>
      </Banner>
    )
  }
}
