import { type ReactNode, useId, useState } from 'react'
import { findDocument } from '../../runtime/client/library.ts'
import { language, resolveText, translate } from '../../runtime/client/texts.ts'

/** Whom a preview is shown to. */
export interface PreviewReader {
  /** Id of a role; `visitor`; empty: the person who looks. */
  role: string
  lang: 'zh' | 'en'
}

/** At first the person who looks, in their language. */
export const usePreviewReader = () => useState<PreviewReader>({ role: '', lang: language.lang })

interface PreviewAsProps {
  /** Enum of roles. */
  roles: string
  reader: PreviewReader
  onChange(reader: PreviewReader): void
}

/** Chooses the role and the language in which pages are previewed. */
export function PreviewAs({ roles, reader, onChange }: PreviewAsProps): ReactNode {
  const [roleId, langId] = [useId(), useId()]
  return (
    <>
      <label htmlFor={roleId}>{translate('studioDocument.as')}</label>
      <select id={roleId} className="ag-input" value={reader.role} onChange={({ target }) => onChange({ ...reader, role: target.value })}>
        <option value="">{translate('studioDocument.self')}</option>
        <option value="visitor">{translate('studioDocument.visitor')}</option>
        {findDocument('enums', roles)?.values.map(({ code, label }) => (
          <option key={code} value={code}>
            {resolveText(label)}
          </option>
        ))}
      </select>
      <label htmlFor={langId}>{translate('studioDocument.language')}</label>
      <select
        id={langId}
        className="ag-input"
        value={reader.lang}
        onChange={({ target }) => onChange({ ...reader, lang: target.value as PreviewReader['lang'] })}
      >
        <option value="zh" lang="zh-CN">
          {translate('studioDocument.zh')}
        </option>
        <option value="en" lang="en">
          {translate('studioDocument.en')}
        </option>
      </select>
    </>
  )
}
