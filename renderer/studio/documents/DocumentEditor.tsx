import { type ReactNode, useMemo, useState } from 'react'
import { resolveText, translate } from '../../../runtime/client/texts.ts'
import { SCREEN_KINDS } from '../../../runtime/core/studio/screenKinds.ts'
import type { NodeProps } from '../../NodeList.tsx'
import { Banner } from '../../widgets/light/Banner.tsx'
import { Tabs } from '../../widgets/light/Tabs.tsx'
import { InPlaceEditor } from '../inPlaceEditor/InPlaceEditor.tsx'
import { MenuEditor } from '../menu/MenuEditor.tsx'
import { useMetaWords } from '../metaWords.ts'
import { type PanelExtras, PanelExtrasContext } from '../panel/panelExtras.ts'
import { StudioHeader } from '../StudioHeader.tsx'
import { useActionRunner } from '../useActionRunner.ts'
import { useSavedDraft } from '../useSavedDraft.ts'
import { CompareTab } from './CompareTab.tsx'
import { DocumentPanel } from './DocumentPanel.tsx'
import { DocumentPreview } from './DocumentPreview.tsx'
import { DocumentText } from './DocumentText.tsx'
import type { Content, OpenedDocument } from './openedDocument.ts'
import { ReferenceList } from './ReferenceList.tsx'
import { TextsTable } from './TextsTable.tsx'
import { type Failure, useFailures } from './useFailures.ts'
import '../studioHeader.css'

const TABS = ['sight', 'entries', 'edit', 'preview', 'compare', 'references'] as const
type TabId = (typeof TABS)[number]

/** Editor of one document: panel and text of the same content, problems, preview, comparison. */
export default function DocumentEditor({ node, opened }: NodeProps<'documentEditor'> & { opened: OpenedDocument }): ReactNode {
  useMetaWords()
  const draft = useSavedDraft<Content>(opened, node.save)
  const tabs = TABS.filter((id) => isOffered(id, opened))
  const [tab, setTab] = useState<TabId>(tabs[0]!)
  const { list: failures, isOld } = useFailures(node.check, opened, draft)
  const run = useActionRunner()
  const extras = useExtras(node, opened, draft.saves)
  return (
    <div className="ag-designer">
      <p className="ag-designer__name">
        <span className="ag-tag">{resolveText(opened.kindTitle)}</span> <strong>{resolveText(opened.title)}</strong>{' '}
        <code>{opened.id}</code>
      </p>
      <StudioHeader
        draft={draft}
        isDraft={opened.hash !== null}
        actions={node.actions}
        publish={node.publish}
        blocked={failures.length > 0 && !isOld ? translate('studioDocument.blocked', { count: failures.length }) : null}
      />
      {isOld && <Banner tone="info" title={translate('studioDocument.checking')} />}
      {failures.length > 0 && !isOld && (
        <Banner tone="warning" title={translate('studioDocument.failures', { count: failures.length })}>
          <FailureList failures={failures} own={`${opened.id}.${opened.kind}@`} />
        </Banner>
      )}
      <PanelExtrasContext value={extras}>
        <Tabs
          items={tabs.map((id) => ({ id, title: translate(`studioDocument.${id}`) }))}
          current={tab}
          onChange={(id) => setTab(id as TabId)}
        >
          {tab === 'sight' && <InPlaceEditor opened={opened} draft={draft} roles={node.roles} />}
          {tab === 'entries' && <MenuEditor draft={draft} />}
          {tab === 'edit' && opened.kind === 'texts' && <TextsTable opened={opened} content={draft.content} change={draft.change} />}
          {tab === 'edit' && opened.kind !== 'texts' && (
            <div className="ag-designer__body ag-designer__body--even">
              <DocumentPanel kind={opened.kind} content={draft.content} change={draft.change} />
              <DocumentText kind={opened.kind} content={draft.content} change={draft.change} failures={isOld ? [] : failures} />
            </div>
          )}
          {tab === 'preview' && <DocumentPreview opened={opened} roles={node.roles} saved={opened.hash} />}
          {tab === 'compare' && (
            <CompareTab
              opened={opened}
              roles={node.roles}
              content={draft.content}
              revision={node.revision}
              onRestore={(revision) => void run(node.restore, { revision })}
            />
          )}
          {tab === 'references' && <ReferenceList opened={opened} />}
        </Tabs>
      </PanelExtrasContext>
    </div>
  )
}

/** What the panels need to know around them. */
function useExtras(
  { permissions, catalogue, readable }: NodeProps<'documentEditor'>['node'],
  { kind, id }: OpenedDocument,
  saves: number,
): PanelExtras {
  return useMemo(
    () => ({
      permissions,
      ...(catalogue !== undefined && { catalogue }),
      ...(readable !== undefined && SCREEN_KINDS.has(kind) && { place: { call: readable, kind, id, place: '', saves } }),
    }),
    [permissions, catalogue, readable, kind, id, saves],
  )
}

/** Nodes are edited where they are seen, entries of a menu in their order. */
function isOffered(tab: TabId, { kind }: OpenedDocument): boolean {
  if (tab === 'sight') return kind === 'page' || kind === 'fragment'
  return tab !== 'entries' || kind === 'menu'
}

function FailureList({ failures, own }: { failures: readonly Failure[]; own: string }): ReactNode {
  return (
    <ul className="ag-designer__failures">
      {failures.slice(0, 8).map(({ file, path, expected, found, suggestion, code, isDraft }) => (
        <li key={`${file} ${path} ${code}`}>
          <code>{file.includes(own) ? path || '/' : `${file}#${path}`}</code>{' '}
          {isDraft
            ? translate('studioDocument.namesDraft', { found })
            : translate('studioDocument.failure', { expected, found, suggestion })}
        </li>
      ))}
    </ul>
  )
}
