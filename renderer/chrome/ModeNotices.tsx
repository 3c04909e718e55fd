import type { ReactNode } from 'react'
import { booted } from '../../runtime/client/boot.ts'
import { translate } from '../../runtime/client/texts.ts'
import { Banner } from '../widgets/light/Banner.tsx'

/** Above every page while the platform is read-only, or is a copy to rehearse on. */
export function ModeNotices(): ReactNode {
  const mode = booted.boot?.mode
  return (['rehearsal', 'readOnly'] as const).map(
    (name) =>
      mode?.[name] && (
        <Banner key={name} tone="warning" title={translate(`kernel.mode.${name}.title`)} text={translate(`kernel.mode.${name}.text`)} />
      ),
  )
}
