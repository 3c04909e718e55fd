import { type CSSProperties, type DragEvent, type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { EditorKey } from '../../../runtime/client/previewFrame.ts'
import { language, translate } from '../../../runtime/client/texts.ts'
import { parentPath } from '../../../runtime/core/studio/documentPath.ts'
import { type ChangedNodes, moveBeside } from '../../../runtime/core/studio/inPlaceEditor/changeNodes.ts'
import { type PageNode, pageNodes } from '../../../runtime/core/studio/inPlaceEditor/pageNodes.ts'
import { editorKey } from '../../inPlaceEditor/editorKey.ts'
import { Icon } from '../../widgets/light/Icon.tsx'
import type { Content } from '../documents/openedDocument.ts'
import { nodeWords } from './nodeWords.ts'
import { scrollWithin } from './scrollWithin.ts'

interface NodeTreeProps {
  content: Content
  chosen: string | null
  choose(node: string | null): void
  press(key: EditorKey): void
  take(changed: ChangedNodes): void
}

/** The nodes of the page as a tree: arrow keys choose, Alt and the arrow keys move, and rows are dragged among those of their list. */
export function NodeTree({ content, chosen, choose, press, take }: NodeTreeProps): ReactNode {
  const nodes = useMemo(() => pageNodes(content), [content])
  const tree = useRef<HTMLDivElement>(null)
  const [dragged, setDragged] = useState<string | null>(null)
  const paths = [null, ...nodes.map(({ path }) => path)]
  useEffect(() => {
    const row = tree.current?.querySelector<HTMLElement>('[aria-selected="true"]')
    if (!tree.current || !row) return
    scrollWithin(tree.current, row)
    if (tree.current.contains(document.activeElement)) row.focus({ preventScroll: true })
  })
  function hear(event: KeyboardEvent): void {
    const key = editorKey(event)
    const at = paths.indexOf(chosen)
    const step = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: paths.length - 1 }[event.key]
    if (key === null && step === undefined) return
    event.preventDefault()
    if (key !== null) press(key)
    else choose(paths[Math.max(0, Math.min(step!, paths.length - 1))]!)
  }
  return (
    <div ref={tree} className="ag-in-place__tree" role="tree" aria-label={translate('studioSight.tree')} onKeyDown={hear}>
      <div
        role="treeitem"
        aria-level={1}
        aria-selected={chosen === null}
        tabIndex={chosen === null ? 0 : -1}
        className="ag-in-place__row"
        onClick={() => choose(null)}
        onKeyDown={undefined}
      >
        {translate('studioSight.pageItself')}
      </div>
      {nodes.map((node) => (
        <TreeRow
          key={node.path}
          node={node}
          isChosen={node.path === chosen}
          choose={choose}
          dragged={dragged}
          setDragged={setDragged}
          onDrop={(side) => {
            if (dragged !== null) take(moveBeside(content, dragged, node.path, side))
          }}
        />
      ))}
    </div>
  )
}

interface TreeRowProps {
  node: PageNode
  isChosen: boolean
  choose(node: string): void
  dragged: string | null
  setDragged(node: string | null): void
  onDrop(side: 'before' | 'after'): void
}

function TreeRow({ node, isChosen, choose, dragged, setDragged, onDrop }: TreeRowProps): ReactNode {
  useSnapshot(language)
  const { path, content, depth, part, list } = node
  const [side, setSide] = useState<'before' | 'after' | null>(null)
  const { kind, name } = nodeWords(content)
  const takes = dragged !== null && dragged !== path && parentPath(dragged) === list
  const sideOf = ({ clientY, currentTarget }: DragEvent) => {
    const { top, height } = currentTarget.getBoundingClientRect()
    return clientY < top + height / 2 ? 'before' : 'after'
  }
  return (
    <>
      {part !== '' && (
        <div role="presentation" className="ag-in-place__part">
          {translate('studioSight.partOf', { name: part })}
        </div>
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the tree hears the keys */}
      <div
        role="treeitem"
        aria-level={depth + 2}
        aria-selected={isChosen}
        tabIndex={isChosen ? 0 : -1}
        className="ag-in-place__row"
        data-drop={side ?? undefined}
        style={{ '--ag-in-place-depth': depth + 1 } as CSSProperties}
        draggable
        onClick={() => choose(path)}
        onDragStart={() => setDragged(path)}
        onDragEnd={() => setDragged(null)}
        onDragOver={(event) => {
          if (!takes) return
          event.preventDefault()
          setSide(sideOf(event))
        }}
        onDragLeave={() => setSide(null)}
        onDrop={(event) => {
          setSide(null)
          if (takes) onDrop(sideOf(event))
        }}
      >
        <span className="ag-in-place__kind">{kind}</span> {name}
        {(content.visibleWhen !== undefined || content.permission !== undefined) && (
          <span className="ag-in-place__when" title={translate('studioSight.conditional')}>
            <Icon name="eye" size="small" />
            <span className="ag-hidden">{translate('studioSight.conditional')}</span>
          </span>
        )}
      </div>
    </>
  )
}
