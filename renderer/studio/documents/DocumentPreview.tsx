import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import type { PreviewReason } from '../../../runtime/client/previewFrame.ts'
import { PreviewAs, usePreviewReader } from '../PreviewAs.tsx'
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
  const [reader, setReader] = usePreviewReader()
  const [reasons, setReasons] = useState<readonly PreviewReason[]>([])
  const handle = useRef<PreviewHandle>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another draft is stored
  useEffect(() => handle.current?.tell({ agon: 'again' }), [saved])
  const frame = useMemo(() => ({ drafts: true, role: reader.role || null, lang: reader.lang }), [reader])
  const routes = opened.routes.length > 0 ? opened.routes : draftRoutes(opened)
  const pages = (routes.length > 0 ? routes : ['/']).map((to) => ({ title: to, to }))
  return (
    <>
      <PreviewPane pages={pages} frame={frame} first={null} handle={handle} onReasons={setReasons}>
        <PreviewAs roles={roles} reader={reader} onChange={setReader} />
      </PreviewPane>
      <ReasonList reasons={reasons} />
    </>
  )
}

function draftRoutes({ content }: OpenedDocument): string[] {
  return Array.isArray(content.routes) ? content.routes.map(String) : []
}
