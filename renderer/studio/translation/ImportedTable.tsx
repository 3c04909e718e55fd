import type { ReactNode } from 'react'
import { translate } from '../../../runtime/client/texts.ts'
import type { TranslationReport } from '../../../runtime/core/studio/translations.ts'
import type { DecodedText } from '../../../runtime/core/typed/decodeText.ts'
import { Banner } from '../../widgets/light/Banner.tsx'
import { Button } from '../../widgets/light/Button.tsx'

/** A table of translations that was chosen. */
export interface ReadTable {
  name: string
  /** Null: in no known encoding. */
  decoded: DecodedText | null
  report: TranslationReport | null
  isApplied: boolean
}

interface ImportedTableProps {
  read: ReadTable
  onApply(): void
  onClose(): void
}

/** Report of a translation table, first as a plan with the texts that it changes, then of what was used; every row that is not. */
export function ImportedTable({ read: { decoded, report, isApplied }, onApply, onClose }: ImportedTableProps): ReactNode {
  const close = (
    <Button size="small" onClick={onClose}>
      {translate('studio.translation.report.close')}
    </Button>
  )
  if (!decoded || !report)
    return (
      <Banner tone="error" title={translate('studio.translation.report.unreadable')}>
        {close}
      </Banner>
    )
  const { changes, same, unknown, refused, untouched, mistake } = report
  if (mistake)
    return (
      <Banner tone="error" title={translate(`studio.translation.report.mistake.${mistake.reason}`, { line: mistake.line })}>
        {close}
      </Banner>
    )
  const isWhole = unknown.length === 0 && refused.length === 0
  const isPlan = !isApplied && changes.length > 0
  const reported = { count: changes.length, encoding: decoded.encoding }
  return (
    <Banner
      tone={isPlan ? 'info' : isWhole ? 'success' : 'warning'}
      title={translate(`studio.translation.report.${isPlan ? 'planned' : 'taken'}`, reported)}
      text={translate('studio.translation.report.rest', { same, untouched })}
    >
      {isPlan && (
        <ul className="ag-studio-report">
          {changes.map(({ path, lang, before, after }) => (
            <li key={`${path} ${lang}`}>
              {before ? `${before} → ` : ''}
              {after}
            </li>
          ))}
        </ul>
      )}
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
      {isPlan ? (
        <>
          <Button size="small" tone="primary" onClick={onApply}>
            {translate('studio.translation.report.apply')}
          </Button>
          <Button size="small" onClick={onClose}>
            {translate('studio.translation.report.cancel')}
          </Button>
        </>
      ) : (
        close
      )}
    </Banner>
  )
}
