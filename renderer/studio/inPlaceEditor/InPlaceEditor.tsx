import { type ReactNode, useCallback, useState } from 'react'
import type { EditorKey, EditorMessage } from '../../../runtime/client/previewFrame.ts'
import { translate } from '../../../runtime/client/texts.ts'
import { parentPath, pathSteps, readAt, writeAt } from '../../../runtime/core/studio/documentPath.ts'
import { type ChangedNodes, copyNode, moveBeside, moveNode, removeNode } from '../../../runtime/core/studio/inPlaceEditor/changeNodes.ts'
import { wordsShown } from '../../../runtime/core/studio/inPlaceEditor/wordsShown.ts'
import { Banner } from '../../widgets/light/Banner.tsx'
import { PartPanel } from '../documents/DocumentPanel.tsx'
import type { Content, OpenedDocument } from '../documents/openedDocument.ts'
import type { SavedDraft } from '../useSavedDraft.ts'
import { EditorFrames } from './EditorFrames.tsx'
import { EditorToolbar } from './EditorToolbar.tsx'
import { ForeignNotice } from './ForeignNotice.tsx'
import { InsertNode } from './InsertNode.tsx'
import { NodeTree } from './NodeTree.tsx'
import type { Tell } from './useFrames.ts'
import './inPlaceEditor.css'

interface InPlaceEditorProps {
  opened: OpenedDocument
  draft: SavedDraft<Content>
  /** Enum of roles. */
  roles: string
}

/** A page edited where it is seen: the tree of its nodes, the properties of the chosen one, and the live page on a computer and a phone. */
export function InPlaceEditor({ opened, draft, roles }: InPlaceEditorProps): ReactNode {
  const { content, change } = draft
  const [wanted, setChosen] = useState<string | null>(null)
  const [from, setFrom] = useState<string | null>(null)
  const [said, setSaid] = useState('')
  const [isInserting, setInserting] = useState(false)
  const [typed, setTyped] = useState<string | null>(null)
  const chosen = wanted !== null && readAt(content, wanted) !== undefined ? wanted : null
  const take = useCallback(
    ({ content: next, chosen: node }: ChangedNodes, words = '') => {
      if (next !== content) change(next)
      setChosen(node)
      setSaid(words)
    },
    [content, change],
  )
  function choose(node: string | null, stands: string | null = null): void {
    setChosen(node)
    setFrom(stands)
    setSaid('')
  }
  function press(key: EditorKey): void {
    if (key === 'undo') draft.undo()
    else if (key === 'redo') draft.redo()
    else if (chosen !== null) pressOn(chosen, key)
  }
  function pressOn(node: string, key: EditorKey): void {
    const place = Number(node.slice(node.lastIndexOf('/') + 1))
    const move = (to: number) => {
      const moved = moveNode(content, node, to)
      const count = (readAt(content, parentPath(node)) as unknown[]).length
      take(moved, translate('studioSight.moved', { position: Number(moved.chosen!.slice(moved.chosen!.lastIndexOf('/') + 1)) + 1, count }))
    }
    if (key === 'earlier') move(place - 1)
    if (key === 'later') move(place + 1)
    if (key === 'copy') take(copyNode(content, node))
    if (key === 'remove') take(removeNode(content, node), translate('studioSight.removed'))
    if (key === 'around') choose(around(content, node))
  }
  function hear(message: EditorMessage, tell: Tell): void {
    if (message.agon === 'chosen') choose(message.node, message.from)
    if (message.agon === 'key') press(message.key)
    if (message.agon === 'moved') take(moveBeside(content, message.node, message.beside, message.side))
    if (message.agon === 'typed' && typed !== null) change(writeAt(content, typed, message.text))
    if (message.agon !== 'words') return
    const found = wordsShown(content, message.node, message.lang, message.shown)
    setTyped(found && `${found.path}/${message.lang}`)
    setSaid(found ? '' : translate('studioSight.elsewhere'))
    if (found) tell({ agon: 'type', index: found.index, text: found.text })
  }
  return (
    <div className="ag-in-place">
      <div className="ag-in-place__side">
        <EditorToolbar chosen={chosen} content={content} press={press} onInsert={() => setInserting(true)} />
        <NodeTree content={content} chosen={chosen} choose={choose} press={press} take={take} />
        <p className="ag-in-place__said" role="status">
          {said}
        </p>
        {from !== null && chosen !== null && <ForeignNotice name={from} />}
        <div className="ag-in-place__panel">
          <PartPanel kind={opened.kind} content={content} path={chosen === null ? [] : pathSteps(chosen)} change={(next) => change(next)} />
        </div>
        <p className="ag-studio-hint">{translate('studioSight.help')}</p>
      </div>
      <EditorFrames opened={opened} roles={roles} chosen={chosen} hear={hear} />
      {draft.state === 'failed' && <Banner tone="error" title={draft.failure} />}
      {isInserting && <InsertNode content={content} chosen={chosen} take={take} onClose={() => setInserting(false)} />}
    </div>
  )
}

/** The node around a node, or null. */
function around(content: Content, node: string): string | null {
  for (let path = parentPath(node); path !== ''; path = parentPath(path)) {
    const value = readAt(content, path) as { node?: unknown } | undefined
    if (typeof value?.node === 'string') return path
  }
  return null
}
