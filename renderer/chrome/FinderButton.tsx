import type { ReactNode } from 'react'
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router-dom'
import { addressOf } from '../../runtime/client/actions.ts'
import { loadChunk } from '../../runtime/client/loadChunk.ts'
import { evaluateCel, holds } from '../../runtime/client/scope.ts'
import { translate } from '../../runtime/client/texts.ts'
import type { ChromeDocument } from '../../runtime/core/documents.ts'
import { useScoped } from '../useScoped.ts'
import { Icon } from '../widgets/light/Icon.tsx'
import { keepRecent } from './recentPlaces.ts'

export interface FinderProps {
  finder: NonNullable<ChromeDocument['finder']>
  /** The main menu that is shown now. */
  menu: string | undefined
}

const Finder = lazy(() => loadChunk(() => import('./Finder.tsx')))

/** The way into the finder: a button in the head of the frame, Ctrl K and ⌘K. */
export function FinderButton({ finder, menu }: FinderProps): ReactNode {
  const [open, setOpen] = useState(false)
  const apple = useSyncExternalStore(neverChanges, isApple, () => false)
  const { pathname, search } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: going somewhere closes it
  useEffect(() => setOpen(false), [pathname, search])
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      // an editor of text makes a link of it
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.defaultPrevented)
        return
      event.preventDefault()
      setOpen((before) => !before)
    }
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [])
  useRecent(finder.recent)
  return (
    <>
      <button
        type="button"
        className="ag-finder-button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
      >
        <Icon name="search" size="small" />
        <span className="ag-finder-button__text">{translate('kernel.finder.open')}</span>
        <kbd className="ag-finder-button__key">{apple ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      {open && (
        <Suspense fallback={null}>
          <Finder finder={finder} menu={menu} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Remembers what the screens were about. */
function useRecent(recent: FinderProps['finder']['recent']): void {
  const place = useScoped((scope) =>
    recent && holds(recent.when, scope) ? { title: evaluateCel(recent.title, scope), to: addressOf(recent.to, scope) } : null,
  )
  useEffect(() => {
    if (place?.title) keepRecent(place)
  }, [place])
}

const neverChanges = () => () => undefined

function isApple(): boolean {
  return /mac|iphone|ipad/i.test(navigator.platform)
}
