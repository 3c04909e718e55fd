import { Fragment, type ReactNode, useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { EditorKey } from '../../../runtime/client/previewFrame.ts'
import { language, translate } from '../../../runtime/client/texts.ts'
import { parentPath } from '../../../runtime/core/studio/documentPath.ts'
import { type ChangedNodes, moveBeside } from '../../../runtime/core/studio/inPlaceEditor/changeNodes.ts'
import { pageNodes } from '../../../runtime/core/studio/inPlaceEditor/pageNodes.ts'
import { editorKey } from '../../inPlaceEditor/editorKey.ts'
import type { Content } from '../documents/openedDocument.ts'
import { nodeWords } from './nodeWords.ts'
import { PathRow, PathTree } from './PathTree.tsx'

interface NodeTreeProps {
  content: Content
  chosen: string | null
  choose(node: string | null): void
  press(key: EditorKey): void
  take(changed: ChangedNodes): void
}

/** The nodes of the page as a tree: arrow keys choose, Alt and the arrow keys move, and rows are dragged among those of their list. */
export function NodeTree({ content, chosen, choose, press, take }: NodeTreeProps): ReactNode {
  useSnapshot(language)
  const nodes = useMemo(() => pageNodes(content), [content])
  const [dragged, setDragged] = useState<string | null>(null)
  return (
    <PathTree
      label={translate('studioSight.tree')}
      whole={translate('studioSight.pageItself')}
      paths={nodes.map(({ path }) => path)}
      chosen={chosen}
      choose={choose}
      press={(event) => {
        const key = editorKey(event)
        if (key !== null) press(key)
        return key !== null
      }}
    >
      {nodes.map(({ path, content: node, depth, part, list }) => {
        const { kind, name } = nodeWords(node)
        return (
          <Fragment key={path}>
            {part !== '' && (
              <div role="presentation" className="ag-in-place__part">
                {translate('studioSight.partOf', { name: part })}
              </div>
            )}
            <PathRow
              path={path}
              depth={depth}
              isChosen={path === chosen}
              isConditional={node.visibleWhen !== undefined || node.permission !== undefined}
              choose={choose}
              setDragged={setDragged}
              sideAt={(at) => (at < 0.5 ? 'before' : 'after')}
              takes={() => dragged !== null && dragged !== path && parentPath(dragged) === list}
              onDrop={(side) => take(moveBeside(content, dragged!, path, side))}
            >
              <span className="ag-in-place__kind">{kind}</span> {name}
            </PathRow>
          </Fragment>
        )
      })}
    </PathTree>
  )
}
