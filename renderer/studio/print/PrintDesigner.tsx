import { type ReactNode, useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import { language, resolveText, translate } from '../../../runtime/client/texts.ts'
import type { PrintDocument } from '../../../runtime/core/documents.ts'
import { printFindings } from '../../../runtime/core/print/printFindings.ts'
import type { NodeProps } from '../../NodeList.tsx'
import { Banner } from '../../widgets/light/Banner.tsx'
import { Tabs } from '../../widgets/light/Tabs.tsx'
import { useMetaWords } from '../metaWords.ts'
import { StudioHeader } from '../StudioHeader.tsx'
import { useActionRunner } from '../useActionRunner.ts'
import { useSavedDraft } from '../useSavedDraft.ts'
import { type DesignedPrint, layerName } from './designedPrint.ts'
import { LayerList } from './LayerList.tsx'
import { PrintCanvas } from './PrintCanvas.tsx'
import { PrintPanel } from './PrintPanel.tsx'
import { PrintPreview } from './PrintPreview.tsx'
import { PrintToolbar } from './PrintToolbar.tsx'
import { PrintVersions } from './PrintVersions.tsx'
import { type PrintDesign, PrintDesignContext, usePrintDesign } from './usePrintDesign.ts'
import '../../styles/form.css'
import '../studio.css'
import '../studioHeader.css'
import './print.css'

const TABS = ['design', 'preview', 'versions'] as const
type TabId = (typeof TABS)[number]

/** The designer of one printed sheet: canvas, layers and settings, the real sheet, and versions. */
export default function PrintDesigner({ node, print }: NodeProps<'printDesigner'> & { print: DesignedPrint }): ReactNode {
  useMetaWords()
  const { lang } = useSnapshot(language)
  const draft = useSavedDraft<PrintDocument>(print, node.save)
  const design = usePrintDesign(print, draft, node.purpose, lang)
  const findings = useMemo(() => printFindings(draft.content, print.schema), [draft.content, print.schema])
  const [tab, setTab] = useState<TabId>('design')
  const run = useActionRunner()
  const show = (page: number, layer: number) => {
    setTab('design')
    design.show(page)
    design.select([layer])
  }
  return (
    <PrintDesignContext value={design}>
      <div className="ag-designer">
        <p className="ag-designer__name">{resolveText(print.name)}</p>
        <StudioHeader
          draft={draft}
          isDraft={print.changed}
          actions={node.actions}
          publish={node.publish}
          blocked={findings.length > 0 ? translate('studioPrint.blocked', { count: findings.length }) : null}
        />
        {findings.length > 0 && <Findings {...{ design, findings, show }} />}
        <Tabs
          items={TABS.map((id) => ({ id, title: translate(`studioPrint.${id}`) }))}
          current={tab}
          onChange={(id) => setTab(id as TabId)}
          label={translate('studioPrint.tabs')}
        >
          {tab === 'design' && <Desk />}
          {tab === 'preview' && <PrintPreview look={node.look} rows={node.rows} stored={print.hash} settle={draft.settle} onShow={show} />}
          {tab === 'versions' && <PrintVersions onRestore={(revision) => void run(node.restore, { revision })} />}
        </Tabs>
      </div>
    </PrintDesignContext>
  )
}

function Desk(): ReactNode {
  return (
    <div className="ag-print-desk">
      <PrintToolbar />
      <PrintCanvas />
      <div className="ag-print-side">
        <details className="ag-studio-part" open>
          <summary>{translate('studioPrint.layers')}</summary>
          <LayerList />
        </details>
        <aside className="ag-studio-panel" aria-label={translate('studioPrint.settings')}>
          <PrintPanel />
        </aside>
      </div>
    </div>
  )
}

interface FindingsProps {
  design: PrintDesign
  findings: ReturnType<typeof printFindings>
  show(page: number, layer: number): void
}

/** Names that lead nowhere, where they stand, and what there is. */
function Findings({ design: { content, lang, values }, findings, show }: FindingsProps): ReactNode {
  const groups = [...Map.groupBy(values, ({ group }) => group)]
  return (
    <Banner tone="warning" title={translate('studioPrint.unknownValues', { count: findings.length })}>
      <ul>
        {findings.map(({ at, name, code, lang: of }) => {
          const element = at && content.pages[at.page]!.elements[at.layer]!
          return (
            <li key={`${at?.page} ${at?.layer} ${name} ${of}`}>
              {at && element ? (
                <button type="button" className="ag-form-link-button" onClick={() => show(at.page, at.layer)}>
                  {layerName(element, lang, values)}
                </button>
              ) : (
                translate('studioPrint.fileTitle')
              )}{' '}
              {translate(`studioPrint.finding.${code}`, { name })}
            </li>
          )
        })}
      </ul>
      <p>{translate('studioPrint.known')}</p>
      <ul>
        {groups.map(([group, list]) => (
          <li key={group}>
            {group}
            {translate('studioPrint.colon')}
            {list.map(({ title }) => title).join(translate('studioPrint.and'))}
          </li>
        ))}
      </ul>
    </Banner>
  )
}
