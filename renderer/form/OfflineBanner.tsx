import type { ReactNode } from 'react'
import { endWaiting } from '../../runtime/client/offline/waiting.ts'
import { translate } from '../../runtime/client/texts.ts'
import { useOnline } from '../useOnline.ts'
import { Banner } from '../widgets/light/Banner.tsx'
import { Button } from '../widgets/light/Button.tsx'

interface OfflineBannerProps {
  /** Of the draft. */
  name: string
  /** The form was submitted, and the network was gone. */
  isWaiting: boolean
  onSend(event: { preventDefault(): void; stopPropagation(): void }): void
}

/** Without network: where the answers are, and what becomes of them. */
export function OfflineBanner({ name, isWaiting, onSend }: OfflineBannerProps): ReactNode {
  const online = useOnline()
  if (isWaiting)
    return (
      <Banner tone="warning" title={translate('form.waiting.title')} text={translate('form.waiting.text')}>
        <Button tone="primary" onClick={onSend}>
          {translate('form.waiting.send')}
        </Button>
        <Button onClick={() => endWaiting(name)}>{translate('form.waiting.stop')}</Button>
      </Banner>
    )
  return online ? null : <Banner tone="info" title={translate('form.waiting.kept')} />
}
