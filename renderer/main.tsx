/** The browser's entry: paints the base skin, starts the client and mounts the application. */
import { createRoot } from 'react-dom/client'
import { unstable_HistoryRouter as HistoryRouter } from 'react-router-dom'
import { start, watchChanges } from '../runtime/client/boot.ts'
import { isForeignFrame } from '../runtime/client/foreignFrame.ts'
import { type SkinTokens, startSkins } from '../runtime/client/skins.ts'
import { Application } from './Application.tsx'
import { createAskingHistory } from './askingHistory.ts'
import { NodeBoundary } from './NodeBoundary.tsx'
import './styles/base.css'
import './styles/controls.css'
import './styles/layout.css'
import './styles/content.css'
import './styles/overlays.css'
import './styles/chrome.css'

// Only what painting needs of the base skin comes with the first load.
const [tokens] = Object.values(import.meta.glob<SkinTokens>('../schemas/skins/light.skin.json', { eager: true, import: 'tokens' }))

startSkins({ id: 'skins.light', tokens: tokens! })
watchChanges(start())
if (isForeignFrame()) void import('./reportHeight.ts')
// Pages come from documents; the router keeps the address and asks before it is left.
createRoot(document.getElementById('root')!).render(
  <HistoryRouter history={createAskingHistory()}>
    <NodeBoundary name="application">
      <Application />
    </NodeBoundary>
  </HistoryRouter>,
)
