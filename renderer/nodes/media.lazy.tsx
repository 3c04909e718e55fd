import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { booted } from '../../runtime/client/boot.ts'
import { evaluateCel } from '../../runtime/client/scope.ts'
import { translate } from '../../runtime/client/texts.ts'
import { findVideo } from '../../runtime/core/richText/videos.ts'
import { fileAddress, storedFile } from '../../runtime/core/storedFile.ts'
import { imageAddress } from '../FormattedValue.tsx'
import type { NodeProps } from '../NodeList.tsx'
import { TextVideo } from '../TextVideo.tsx'
import { useScoped, useText } from '../useScoped.ts'
import { Icon } from '../widgets/light/Icon.tsx'
import { LazyImage } from '../widgets/light/LazyImage.tsx'
import { Overlay } from '../widgets/light/Overlay.tsx'
import '../styles/media.css'

interface Item {
  address: string
  isVideo: boolean
}

/** Pictures and videos of one thing: the chosen one large, all of them as a strip, a picture over the whole screen on request. */
export default function MediaNode({ node }: NodeProps<'media'>): ReactNode {
  const title = useText(node.title)
  const items = useScoped((scope) => readItems(evaluateCel(node.items, scope)))
  const [wanted, setWanted] = useState(0)
  const [isWhole, setWhole] = useState(false)
  const at = Math.min(wanted, items.length - 1)
  const item = items[at]
  if (!item) return null
  const name = (index: number) => (items.length === 1 ? title : nameOf(title, index, items.length))
  return (
    <div className="ag-media">
      {item.isVideo ? (
        <TextVideo key={item.address} href={item.address} title={title} />
      ) : (
        <button
          type="button"
          className="ag-media__stage"
          aria-label={translate('kernel.media.enlarge', { title: name(at) })}
          onClick={() => setWhole(true)}
        >
          <LazyImage key={item.address} className="ag-media__picture" src={item.address} alt="" />
          <span className="ag-media__enlarge">
            <Icon name="expand" />
          </span>
        </button>
      )}
      {items.length > 1 && <Strip items={items} at={at} name={name} onChoose={setWanted} />}
      {isWhole && <Whole items={items} at={at} title={title} name={name} onChoose={setWanted} onClose={() => setWhole(false)} />}
    </div>
  )
}

interface Chosen {
  items: readonly Item[]
  at: number
  name(index: number): string
  onChoose(index: number): void
}

function Strip({ items, at, name, onChoose }: Chosen): ReactNode {
  return (
    <ul className="ag-media__strip" aria-label={translate('kernel.media.strip')}>
      {items.map((item, index) => (
        <li key={item.address}>
          <button
            type="button"
            className="ag-media__choice"
            aria-label={name(index)}
            aria-current={index === at}
            onClick={() => onChoose(index)}
          >
            {item.isVideo ? <Icon name="play" /> : <LazyImage className="ag-media__small" src={item.address} alt="" />}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Over the whole screen: arrow keys and buttons continue to the next picture; videos are left out, they have a full screen of their own. */
function Whole({ items, at, title, name, onChoose, onClose }: Chosen & { title: string; onClose(): void }): ReactNode {
  const pictures = items.flatMap((item, index) => (item.isVideo ? [] : [index]))
  const go = (step: number) => {
    const to = pictures[pictures.indexOf(at) + step]
    if (to !== undefined) onChoose(to)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') go(-1)
    if (event.key === 'ArrowRight') go(1)
  }
  return (
    <Overlay kind="dialog" title={title} width={1600} onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside do the same */}
      <div className="ag-media__whole" onKeyDown={press}>
        <LazyImage key={items[at]!.address} className="ag-media__full" src={items[at]!.address} alt={name(at)} />
        {pictures.length > 1 && (
          <div className="ag-media__steps">
            <Step label="previous" disabled={at === pictures[0]} onStep={() => go(-1)} />
            <span aria-live="polite">
              {pictures.indexOf(at) + 1} / {pictures.length}
            </span>
            <Step label="next" disabled={at === pictures.at(-1)} onStep={() => go(1)} />
          </div>
        )}
      </div>
    </Overlay>
  )
}

function Step({ label, disabled, onStep }: { label: 'previous' | 'next'; disabled: boolean; onStep(): void }): ReactNode {
  return (
    <button type="button" className="ag-icon-button" aria-label={translate(`kernel.media.${label}`)} disabled={disabled} onClick={onStep}>
      <Icon name={label === 'previous' ? 'left' : 'right'} />
    </button>
  )
}

function nameOf(title: string, index: number, count: number): string {
  return translate('kernel.media.item', { title, number: index + 1, count })
}

/** What is neither a picture nor a video is left out, and so is what stands there twice. */
function readItems(found: unknown): Item[] {
  const items = (Array.isArray(found) ? found : []).map(readItem).filter((item) => item !== null)
  return items.filter(({ address }, index) => items.findIndex((other) => other.address === address) === index)
}

const SHOWN = /^(image|video)\//

function readItem(found: unknown): Item | null {
  if (found === null || found === undefined || found === '') return null
  if (typeof found === 'object') {
    const { id, type } = found as { id?: string; type?: string }
    const kind = SHOWN.exec(type ?? '')?.[1]
    return id && kind ? { address: fileAddress(id), isVideo: kind === 'video' } : null
  }
  const text = String(found)
  if (findVideo(text, booted.boot?.app.videos ?? [])) return { address: text, isVideo: true }
  const address = imageAddress(text)
  // another site's page is no picture
  return address?.startsWith('/') || address?.startsWith('data:') || storedFile(text) !== null
    ? { address: address!, isVideo: false }
    : null
}
