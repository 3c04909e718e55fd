import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { resolveText, translate } from '../../../runtime/client/texts.ts'
import type { SkinDocument } from '../../../runtime/core/documents.ts'
import type { NodeProps } from '../../NodeList.tsx'
import { Button } from '../../widgets/light/Button.tsx'
import { Tabs } from '../../widgets/light/Tabs.tsx'
import { type PreviewHandle, PreviewPane } from '../PreviewPane.tsx'
import { StudioHeader } from '../StudioHeader.tsx'
import { useActionRunner } from '../useActionRunner.ts'
import { type SavedDraft, useSavedDraft } from '../useSavedDraft.ts'
import { ContrastList } from './ContrastList.tsx'
import { appliedSide, type DesignedSkin, lackingContrast, type Side } from './designedSkin.ts'
import { FramePart } from './FramePart.tsx'
import { LogoColours } from './LogoColours.tsx'
import { RevisionList } from './RevisionList.tsx'
import { TokenGroups } from './TokenGroups.tsx'

/** The designer of one skin. */
export default function SkinDesigner({ node, skin }: NodeProps<'skinDesigner'> & { skin: DesignedSkin }): ReactNode {
  const draft = useSavedDraft(skin, node.save)
  const { content, change } = draft
  const [chosen, setSide] = useState<Side>('own')
  const side = content.other ? chosen : 'own'
  const lacking = useMemo(() => lackingContrast(skin, content), [skin, content])
  const applied = useMemo(() => appliedSide(skin, content, side), [skin, content, side])
  const preview = useRef<PreviewHandle>(null)
  useEffect(() => preview.current?.tell({ agon: 'skin', skin: applied }), [applied])
  const run = useActionRunner()
  const [part, setPart] = useState<Part>('tokens')
  return (
    <div className="ag-designer">
      <p className="ag-designer__name">{resolveText(content.title)}</p>
      <StudioHeader
        draft={draft}
        isDraft={skin.changed}
        actions={node.actions}
        publish={node.publish}
        blocked={lacking.length > 0 ? translate('studioSkin.blocked', { count: lacking.length }) : null}
      />
      <div className="ag-designer__body">
        <div className="ag-designer__panel">
          <SideChoice {...{ skin, draft, side, setSide }} />
          <ContrastList {...{ skin, content, change, lacking }} onShow={setSide} />
          <Tabs
            items={PARTS.map((id) => ({ id, title: translate(`studioSkin.${id}`) }))}
            current={part}
            onChange={(id) => setPart(id as Part)}
            label={translate('studioSkin.parts')}
          >
            {part === 'tokens' && (
              <>
                <LogoColours {...{ skin, content, side, change }} />
                <TokenGroups {...{ skin, content, side, change, lacking }} />
              </>
            )}
            {part === 'frame' && <FramePart {...{ skin, content, change }} />}
            {part === 'versions' && (
              <RevisionList skin={skin} content={content} onRestore={(revision) => void run(node.restore, { revision })} />
            )}
          </Tabs>
        </div>
        <PreviewPane pages={skin.pages} frame={PREVIEW} first={{ agon: 'skin', skin: applied }} handle={preview} />
      </div>
    </div>
  )
}

const PREVIEW = {}
const PARTS = ['tokens', 'frame', 'versions'] as const
type Part = (typeof PARTS)[number]

interface SideChoiceProps {
  skin: DesignedSkin
  draft: SavedDraft<SkinDocument>
  side: Side
  setSide(side: Side): void
}

/** Light and dark: which of the two is edited, and whether there is another side at all. */
function SideChoice({ skin, draft: { content, change }, side, setSide }: SideChoiceProps): ReactNode {
  const isDark = content.dark === true
  const start = skin.starts.find(({ skin: { dark } }) => dark !== isDark)
  return (
    <fieldset className="ag-designer__sides">
      <legend className="ag-hidden">{translate('studioSkin.side')}</legend>
      <Button size="small" icon={isDark ? 'moon' : 'sun'} aria-pressed={side === 'own'} onClick={() => setSide('own')}>
        {translate(isDark ? 'studioSkin.dark' : 'studioSkin.light')}
      </Button>
      {content.other ? (
        <Button size="small" icon={isDark ? 'sun' : 'moon'} aria-pressed={side === 'other'} onClick={() => setSide('other')}>
          {translate(isDark ? 'studioSkin.light' : 'studioSkin.dark')}
        </Button>
      ) : (
        start && (
          <Button size="small" icon="plus" onClick={() => change({ ...content, other: { extends: start.skin.id, tokens: {} } })}>
            {translate(isDark ? 'studioSkin.addLight' : 'studioSkin.addDark')}
          </Button>
        )
      )}
    </fieldset>
  )
}
