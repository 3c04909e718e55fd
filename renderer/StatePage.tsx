import type { ReactNode } from 'react'
import { booted } from '../runtime/client/boot.ts'
import { translate } from '../runtime/client/texts.ts'
import { Heading } from './Heading.tsx'
import { AppLink } from './widgets/light/AppLink.tsx'
import { Button } from './widgets/light/Button.tsx'
import { Icon } from './widgets/light/Icon.tsx'

const ICONS = { notFound: 'search', noAccess: 'lock', signIn: 'lock', failed: 'warning', offline: 'offline' } as const

export interface StatePageProps {
  kind: keyof typeof ICONS
  /** Override the general words. */
  title?: string
  text?: string
  retry?(): void
  /** Where the main link leads, and its words; without them it leads to the sign-in. */
  to?: string
  label?: string
}

/** A whole page for a state: not found, no access, failed. It says what happened and what to do, with a link. */
export function StatePage({ kind, title, text, retry, to, label }: StatePageProps): ReactNode {
  return (
    <div className="ag-state">
      <span className="ag-state__icon">
        <Icon name={ICONS[kind]} size="large" />
      </span>
      <Heading level={1} className="ag-state__title">
        {title || translate(`kernel.state.${kind}.title`)}
      </Heading>
      <p className="ag-state__text">{text || translate(`kernel.state.${kind}.text`)}</p>
      <div className="ag-actions">
        {retry && (
          <Button tone="primary" icon="refresh" onClick={retry}>
            {translate('kernel.retry')}
          </Button>
        )}
        {to && (
          <AppLink className="ag-button ag-button--primary ag-button--medium" to={to}>
            {label || translate('kernel.state.signIn.action')}
          </AppLink>
        )}
        <AppLink className="ag-button ag-button--default ag-button--medium" to={booted.boot?.app.routes.home ?? '/'}>
          {translate('kernel.home')}
        </AppLink>
      </div>
    </div>
  )
}
