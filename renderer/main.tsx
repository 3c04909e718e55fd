/** The browser's entry: paints the base skin, starts the client and mounts the application, or takes over the first screen that came with the page. */
import { type ReactNode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { unstable_HistoryRouter as HistoryRouter } from 'react-router-dom'
import { booted, reboot, start, watchChanges } from '../runtime/client/boot.ts'
import { beginFirstScreen, endFirstScreen } from '../runtime/client/firstScreen.ts'
import { isForeignFrame } from '../runtime/client/foreignFrame.ts'
import { addBundle } from '../runtime/client/library.ts'
import { loadPatterns } from '../runtime/client/loadPatterns.ts'
import { heedReleases } from '../runtime/client/offline/worker.ts'
import { type SkinTokens, startSkins } from '../runtime/client/skins.ts'
import { readTokens } from '../runtime/client/tokens.ts'
import { zones } from '../runtime/client/zone.ts'
import type { FirstScreen } from '../runtime/core/wire.ts'
import { Application } from './Application.tsx'
import { createBlockingHistory } from './blockingHistory.ts'
import { type DoneBefore, doAgain } from './doneBefore.ts'
import { freeStyles, readFirstScreen } from './firstScreenMarkup.ts'
import { NodeBoundary } from './NodeBoundary.tsx'
import { bringParts } from './OnDemand.tsx'
import './styles/base.css'
import './styles/controls.css'
import './styles/layout.css'
import './styles/content.css'
import './styles/overlays.css'
import './styles/chrome.css'

// Only what painting needs of the base skin comes with the first load.
const [tokens] = Object.values(import.meta.glob<SkinTokens>('../schemas/skins/light.skin.json', { eager: true, import: 'tokens' }))
const root = document.getElementById('root')!
const first = readFirstScreen()

startSkins({ id: 'skins.light', tokens: tokens! }, first !== null)
if (isForeignFrame()) void import('./reportHeight.ts')
else heedReleases()
if (first) void takeOver(first)
else {
  watchChanges(start())
  createRoot(root).render(application())
}

/** What stands on the screen stays, and begins to work. Where a part of that fails the application draws itself anew. */
async function takeOver(screen: FirstScreen): Promise<void> {
  const started = start(screen)
  watchChanges(started)
  const patterns = screen.page.needsRegex ? loadPatterns() : undefined
  const here = await Promise.all([started, bringParts(screen.parts), patterns]).then(
    () => booted.error === null,
    () => false,
  )
  freeStyles(root)
  if (!here) {
    root.replaceChildren()
    createRoot(root).render(application())
    return
  }
  addBundle(screen.page)
  beginFirstScreen({ ...screen, page: screen.page.page })
  // from here on React hears what is pressed
  dispatchEvent(new CustomEvent('agon:takeover', { detail: (done: DoneBefore) => (doneBefore = done) }))
  // in slices: the person may scroll and press meanwhile
  startTransition(() => void hydrateRoot(root, application(taken)))
}

/** On a drawn page, before its scripts came (`public/begin.js`). */
let doneBefore: DoneBefore | null = null

/** From here on the time passes, in the person's own zone, and a person who has a session sees what they may see. */
function taken(redraw: () => void): void {
  endFirstScreen()
  const { platform, own } = zones()
  if (platform !== own) startTransition(redraw)
  dispatchEvent(new Event('agon:taken'))
  if (doneBefore) doAgain(doneBefore)
  if (readTokens()) void reboot().catch(() => undefined)
}

// Pages come from documents; the router keeps the address and asks before it is left.
function application(onShown?: (redraw: () => void) => void): ReactNode {
  return (
    <HistoryRouter history={createBlockingHistory()}>
      <NodeBoundary name="application">
        <Application onShown={onShown} />
      </NodeBoundary>
    </HistoryRouter>
  )
}
