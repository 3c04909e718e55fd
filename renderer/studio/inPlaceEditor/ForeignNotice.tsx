import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { booted } from '../../../runtime/client/boot.ts'
import { translate } from '../../../runtime/client/texts.ts'
import { Banner } from '../../widgets/light/Banner.tsx'

/** The chosen part stands in another document. @param name `kind:id` */
export function ForeignNotice({ name }: { name: string }): ReactNode {
  const studio = booted.boot?.app.routes.studio ?? ''
  const id = name.slice(name.indexOf(':') + 1)
  return (
    <Banner tone="info" title={translate('studioSight.foreign', { id })}>
      <Link to={`${studio}/${name.replace(':', '/')}`}>{translate('studioSight.openForeign', { id })}</Link>
    </Banner>
  )
}
