import { type ReactNode, useEffect, useState } from 'react'
import type { InspectedNode, InspectedPlace } from '../../runtime/core/inspected.ts'

/** What the development server knows of a node. @param at its places, outermost first */
export function InspectorPanel({ at, onClose }: { at: readonly string[]; onClose(): void }): ReactNode {
  const { node, failure } = useInspected(at)
  return (
    <aside className="ag-inspector-panel" aria-label="Inspector" aria-busy={!node && !failure}>
      <header>
        <strong>{node ? `${node.node}${node.id ? ` "${node.id}"` : ''}` : (failure ?? 'Looking it up…')}</strong>
        <button type="button" aria-label="Close the inspector" onClick={onClose}>
          ×
        </button>
      </header>
      {node && <Facts node={node} />}
    </aside>
  )
}

function useInspected(at: readonly string[]): { node?: InspectedNode; failure?: string } {
  const [answer, setAnswer] = useState<{ of: readonly string[]; node?: InspectedNode; failure?: string }>({ of: [] })
  useEffect(() => {
    let isLeft = false
    const take = (found: { node?: InspectedNode; failure?: string }) => isLeft || setAnswer({ of: at, ...found })
    ask(at).then(
      (node) => take(node ? { node } : { failure: 'This node is no longer in the documents: reload the page' }),
      (error: Error) => take({ failure: error.message }),
    )
    return () => {
      isLeft = true
    }
  }, [at])
  return answer.of === at ? answer : {}
}

async function ask(at: readonly string[]): Promise<InspectedNode | null> {
  const reply = await fetch(`/@agon/node?${new URLSearchParams(at.map((place) => ['at', place]))}`)
  return reply.json()
}

function Facts({ node }: { node: InspectedNode }): ReactNode {
  return (
    <dl>
      <dt>Written in</dt>
      {node.places.map((place) => (
        <dd key={`${place.kind} ${place.id} ${place.path}`}>
          <Place place={place} /> <code>{place.path || '/'}</code>
        </dd>
      ))}
      <dt>Right</dt>
      <dd>
        page: <code>{node.access}</code>
        {node.permission !== null && (
          <>
            {' '}
            · node: <code>{node.permission}</code>
          </>
        )}
      </dd>
      {node.visibleWhen !== null && (
        <>
          <dt>Shown when</dt>
          <dd>
            <code>{node.visibleWhen}</code>
          </dd>
        </>
      )}
      {node.calls.length > 0 && <dt>Calls</dt>}
      {node.calls.map((call) => (
        <dd key={call.id}>
          <Place place={call} />
          {call.sources.length > 0 && ` answers ${call.sources.join(', ')}`}
          <br />
          <code>{call.address}</code> · right: <code>{call.access}</code>
          {call.code && (
            <>
              {' '}
              · <Opener file={call.code} line={1} column={1} />
            </>
          )}
        </dd>
      ))}
      {node.documents.length > 0 && <dt>Documents</dt>}
      {node.documents.map((document) => (
        <dd key={`${document.kind} ${document.id}`}>
          <Place place={document} />
        </dd>
      ))}
    </dl>
  )
}

function Place({ place: { kind, id, file, line, column } }: { place: InspectedPlace }): ReactNode {
  return (
    <>
      {kind} {id}: {file === null ? 'published, see the page studio' : <Opener file={file} line={line} column={column} />}
    </>
  )
}

/** Opens the file in the editor of the machine on which the server runs, as the overlay of mistakes does. */
function Opener({ file, line, column }: { file: string; line: number; column: number }): ReactNode {
  const place = `${file}:${line}`
  const open = () => void fetch(`/__open-in-editor?${new URLSearchParams({ file: `${place}:${column}` })}`)
  return (
    <button type="button" className="ag-inspector-file" title="Open in the editor" onClick={open}>
      {place}
    </button>
  )
}
