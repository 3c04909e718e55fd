import { type ReactNode, useId, useState } from 'react'
import { translate } from '../../../runtime/client/texts.ts'
import { printJson } from '../../../runtime/core/documents/printJson.ts'
import { type ChangedNodes, insertSample, placeFor } from '../../../runtime/core/studio/inPlaceEditor/changeNodes.ts'
import { holdsNodes, pageNodes } from '../../../runtime/core/studio/inPlaceEditor/pageNodes.ts'
import { SearchBox } from '../../SearchBox.tsx'
import { Overlay } from '../../widgets/light/Overlay.tsx'
import type { Content } from '../documents/openedDocument.ts'
import { helpWords, valueWords } from '../metaWords.ts'
import { nodeWords } from './nodeWords.ts'
import { type NodeSample, nodeSamples } from './samples.ts'

interface InsertNodeProps {
  content: Content
  chosen: string | null
  take(changed: ChangedNodes): void
  onClose(): void
}

/** The palette: every type of node with the sample that is inserted. */
export function InsertNode({ content, chosen, take, onClose }: InsertNodeProps): ReactNode {
  const [wanted, setWanted] = useState('')
  const node = pageNodes(content).find(({ path }) => path === chosen)
  const canHold = node !== undefined && holdsNodes(node)
  const [isInside, setInside] = useState(canHold)
  const found = nodeSamples().filter((sample) => isFound(sample, wanted))
  const name = node ? Object.values(nodeWords(node.content)).filter(Boolean).join(' ') : ''
  const title = translate(node ? (isInside ? 'studioSight.insertInside' : 'studioSight.insertAfter') : 'studioSight.insertEnd', { name })
  function insert(sample: NodeSample): void {
    take(insertSample(content, sample, placeFor(content, chosen, isInside)))
    onClose()
  }
  return (
    <Overlay kind="drawer" title={title} width={560} onClose={onClose}>
      <div className="ag-in-place__palette">
        {canHold && <Where isInside={isInside} onChange={setInside} />}
        <SearchBox placeholder="@studioSight.search" value={wanted} onSearch={setWanted} live />
        {found.length === 0 && <p role="status">{translate('studioSight.nothing')}</p>}
        <ul>
          {found.map((sample) => (
            <Offered key={sample.name} sample={sample} onTake={() => insert(sample)} />
          ))}
        </ul>
      </div>
    </Overlay>
  )
}

function Where({ isInside, onChange }: { isInside: boolean; onChange(isInside: boolean): void }): ReactNode {
  const name = useId()
  return (
    <fieldset className="ag-in-place__where">
      <legend className="ag-hidden">{translate('studioSight.where')}</legend>
      {[true, false].map((each) => (
        <label key={String(each)}>
          <input type="radio" name={name} checked={isInside === each} onChange={() => onChange(each)} />
          {translate(each ? 'studioSight.inside' : 'studioSight.after')}
        </label>
      ))}
    </fieldset>
  )
}

const SAMPLE_WIDTH = 62

function Offered({ sample, onTake }: { sample: NodeSample; onTake(): void }): ReactNode {
  return (
    <li>
      <button type="button" className="ag-in-place__offered" onClick={onTake}>
        <strong>{valueWords('node', sample.name)}</strong> <code>{sample.name}</code>
        <span>{helpWords(sample.description)}</span>
      </button>
      <details>
        <summary>{translate('studioSight.sample')}</summary>
        <pre className="ag-in-place__sample">{printJson(sample.written, { width: SAMPLE_WIDTH, open: true })}</pre>
      </details>
    </li>
  )
}

function isFound({ name, description }: NodeSample, wanted: string): boolean {
  const place = `${name} ${valueWords('node', name)} ${description} ${helpWords(description)}`.toLowerCase()
  return wanted
    .toLowerCase()
    .split(/\s+/)
    .every((word) => place.includes(word))
}
