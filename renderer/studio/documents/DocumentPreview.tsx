import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import { findDocument } from '../../../runtime/client/library.ts'
import type { PreviewReason } from '../../../runtime/client/previewFrame.ts'
import { language, resolveText, translate } from '../../../runtime/client/texts.ts'
import { type PreviewHandle, PreviewPane } from '../PreviewPane.tsx'
import type { OpenedDocument } from './openedDocument.ts'
import { ReasonList } from './ReasonList.tsx'

interface DocumentPreviewProps {
  opened: OpenedDocument
  /** Enum of roles. */
  roles: string
  /** Of the stored draft: another one is shown as soon as it is there. */
  saved: string | null
}

/** The pages that show the document, with the person's drafts, as any role and in either language. */
export function DocumentPreview({ opened, roles, saved }: DocumentPreviewProps): ReactNode {
  const [role, setRole] = useState('')
  const [lang, setLang] = useState(language.lang)
  const [reasons, setReasons] = useState<readonly PreviewReason[]>([])
  const handle = useRef<PreviewHandle>(null)
  const [roleId, langId] = [useId(), useId()]
  // biome-ignore lint/correctness/useExhaustiveDependencies: another draft is stored
  useEffect(() => handle.current?.tell({ agon: 'again' }), [saved])
  const frame = useMemo(() => ({ drafts: true, role: role || null, lang }), [role, lang])
  const routes = opened.routes.length > 0 ? opened.routes : draftRoutes(opened)
  const pages = (routes.length > 0 ? routes : ['/']).map((to) => ({ title: to, to }))
  return (
    <>
      <PreviewPane pages={pages} frame={frame} first={null} handle={handle} onReasons={setReasons}>
        <label htmlFor={roleId}>{translate('studioDocument.as')}</label>
        <select id={roleId} className="ag-input" value={role} onChange={({ target }) => setRole(target.value)}>
          <option value="">{translate('studioDocument.self')}</option>
          <option value="visitor">{translate('studioDocument.visitor')}</option>
          {findDocument('enums', roles)?.values.map(({ code, label }) => (
            <option key={code} value={code}>
              {resolveText(label)}
            </option>
          ))}
        </select>
        <label htmlFor={langId}>{translate('studioDocument.language')}</label>
        <select id={langId} className="ag-input" value={lang} onChange={({ target }) => setLang(target.value as 'zh' | 'en')}>
          <option value="zh" lang="zh-CN">
            {translate('studioDocument.zh')}
          </option>
          <option value="en" lang="en">
            {translate('studioDocument.en')}
          </option>
        </select>
      </PreviewPane>
      <ReasonList reasons={reasons} />
    </>
  )
}

function draftRoutes({ content }: OpenedDocument): string[] {
  return Array.isArray(content.routes) ? content.routes.map(String) : []
}
