import type { ReactNode } from 'react'
import { translate } from '../runtime/client/texts.ts'
import type { Boot } from '../runtime/core/wire.ts'
import { Banner } from './widgets/light/Banner.tsx'

/** In the studio's frame: drafts with a mistake, in whose place the published or the built-in version is shown. */
export function DocumentErrors({ drafts }: { drafts: NonNullable<Boot['heldBack']> }): ReactNode {
  const names = drafts.map(({ kind, id }) => `${id} (${kind})`).join(', ')
  return <Banner tone="warning" title={translate('studioSight.heldBack', { count: drafts.length })} text={names} />
}
