import type { ReactNode } from 'react'
import { NodeList } from '../NodeList.tsx'
import { Brand } from './Brand.tsx'
import { DisplayControls } from './DisplayControls.tsx'
import type { FrameProps } from './Frame.tsx'

/** Frame of the sign-in pages: the page in a card, on wide screens beside a panel about the site. No menus; brand, language and theme stay. */
export function EntryFrame({ chrome, children }: FrameProps): ReactNode {
  return (
    <div className="ag-entry">
      <aside className="ag-entry__aside ag-only-wide">
        <Brand brand={chrome.brand} />
        <div className="ag-entry__words ag-stack">
          <NodeList nodes={chrome.aside} />
        </div>
        <EntryArt />
      </aside>
      <div className="ag-entry__side">
        <header className="ag-entry__bar">
          <span className="ag-only-narrow">
            <Brand brand={chrome.brand} />
          </span>
          <span className="ag-entry__tools">
            <DisplayControls />
          </span>
        </header>
        <main id="main" tabIndex={-1} className="ag-entry__main">
          {children}
        </main>
        {chrome.footer && (
          <footer className="ag-entry__foot">
            <NodeList nodes={chrome.footer} />
          </footer>
        )}
      </div>
    </div>
  )
}

/** Steps of a podium under a rising line: drawn, so that it follows the skin and weighs nothing. */
function EntryArt(): ReactNode {
  return (
    <svg className="ag-entry__art" viewBox="0 0 480 320" preserveAspectRatio="xMaxYMax slice" aria-hidden="true" focusable="false">
      <circle cx="372" cy="86" r="120" />
      <circle cx="372" cy="86" r="72" />
      <rect x="52" y="212" width="116" height="120" rx="14" />
      <rect x="182" y="150" width="116" height="180" rx="14" />
      <rect x="312" y="188" width="116" height="140" rx="14" />
      <path d="M24 196C104 176 148 128 214 116s108-6 218-88" />
      <path className="ag-entry__dot" d="M432 28h.01" />
    </svg>
  )
}
