import type { ReactNode } from 'react'
import { translate } from '../../../runtime/client/texts.ts'
import type { TranslationReport } from '../../../runtime/core/studio/translations.ts'
import { Banner } from '../../widgets/light/Banner.tsx'
import { Button } from '../../widgets/light/Button.tsx'

/** Report of an imported translation table: what was used, and every row that was not. */
export function ImportedTable({ report, onClose }: { report: TranslationReport; onClose(): void }): ReactNode {
  const { changes, same, unknown, refused, untouched, mistake } = report
  const close = (
    <Button size="small" onClick={onClose}>
      {translate('studio.translation.report.close')}
    </Button>
  )
  if (mistake)
    return (
      <Banner tone="error" title={translate(`studio.translation.report.mistake.${mistake.reason}`, { line: mistake.line })}>
        {close}
      </Banner>
    )
  const isWhole = unknown.length === 0 && refused.length === 0
  return (
    <Banner
      tone={isWhole ? 'success' : 'warning'}
      title={translate('studio.translation.report.taken', { count: changes.length })}
      text={translate('studio.translation.report.rest', { same, untouched })}
    >
      {!isWhole && (
        <ul className="ag-studio-report">
          {unknown.map(({ line, path }) => (
            <li key={`${line} ${path}`}>{translate('studio.translation.report.unknown', { line, path })}</li>
          ))}
          {refused.map(({ line, path, lang, reason }) => (
            <li key={`${line} ${lang}`}>
              {translate(`studio.translation.report.${reason}`, {
                line,
                path,
                lang: lang === null ? '' : translate(`studio.lang.${lang}`),
              })}
            </li>
          ))}
        </ul>
      )}
      {close}
    </Banner>
  )
}
