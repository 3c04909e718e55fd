import type { ReactNode } from 'react'
import { useEffect, useMemo } from 'react'
import { useLocation } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { booted } from '../../runtime/client/boot.ts'
import type { RouteMatch } from '../../runtime/client/routes.ts'
import { queryOfPath } from '../../runtime/client/routes.ts'
import { holds } from '../../runtime/client/scope.ts'
import { applyObjectSkin, applySkin } from '../../runtime/client/skins.ts'
import { translate } from '../../runtime/client/texts.ts'
import type { Cel, ChromeDocument } from '../../runtime/core/documents.ts'
import { readQuery } from '../../runtime/core/readQuery.ts'
import type { AppliedSkin } from '../../runtime/core/skin/resolveSkin.ts'
import type { BootRoute } from '../../runtime/core/wire.ts'
import { NodeList } from '../NodeList.tsx'
import { ScreenProvider } from '../ScreenProvider.tsx'
import { useOwnScreen } from '../useOwnScreen.ts'
import { useScoped, useValue } from '../useScoped.ts'
import { EntryFrame } from './EntryFrame.tsx'
import { FloatBar } from './FloatBar.tsx'
import { FrameContext } from './FrameContext.ts'
import { ModeNotices } from './ModeNotices.tsx'
import { SiteFrame } from './SiteFrame.tsx'
import { WorkspaceFrame } from './WorkspaceFrame.tsx'

export interface FrameProps {
  chrome: ChromeDocument
  route: BootRoute
  /** The main menu that is shown now: id of a menu document. */
  menu: string | undefined
  children: ReactNode
}

/** The frame around pages, by the layout of its document, with the sources of the frame. */
export function Frame({
  chrome,
  match,
  children,
}: {
  chrome: ChromeDocument | undefined
  match: RouteMatch
  children: ReactNode
}): ReactNode {
  const { revision } = useSnapshot(booted)
  const { pathname, search } = useLocation()
  const ofPath = JSON.stringify(queryOfPath(match))
  const place = useMemo(
    () => ({ path: pathname, route: {}, query: { ...readQuery(search, {}), ...JSON.parse(ofPath) } }),
    [pathname, search, ofPath],
  )
  // Pages restart with the screen of their frame, which restarts only when its sources change in the document.
  const sources = chrome?.sources
  const definition = useMemo(() => ({ sources }), [sources])
  const screen = useOwnScreen(definition, place)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person may have signed in
  useEffect(() => {
    if (revision > 1) void screen?.refresh('all')
  }, [revision])
  const top = booted.boot?.top
  if (!screen) return null
  return (
    <ScreenProvider screen={screen}>
      <a className="ag-skip" href="#main">
        {translate('kernel.skip')}
      </a>
      <ModeNotices />
      {top && <NodeList nodes={top} />}
      <Around chrome={chrome ?? { layout: 'none' }} route={match.route}>
        <FrameContext value={screen}>{children}</FrameContext>
      </Around>
      {chrome?.skin && <FrameSkin skin={chrome.skin} />}
      <ObjectSkin skin={chrome?.objectSkin} />
      {chrome?.float && (
        // beside a workspace it would hide the ends of rows: there it stands below the menu
        <FloatBar narrowOnly={chrome.layout === 'workspace'}>
          <NodeList nodes={chrome.float} />
        </FloatBar>
      )}
    </ScreenProvider>
  )
}

function Around({ chrome, route, children }: Omit<FrameProps, 'menu'>): ReactNode {
  const menu = useScoped((scope) => chrome.menus?.find(({ when }) => holds(when, scope))?.menu ?? chrome.menu)
  const Layout = LAYOUTS[chrome.layout]
  return (
    <Layout chrome={chrome} route={route} menu={menu}>
      {children}
    </Layout>
  )
}

/** Pages of the frame use the skin that its sources name; nothing is decided before they have answered. */
function FrameSkin({ skin }: { skin: Cel }): ReactNode {
  const wanted = useValue(skin)
  useEffect(() => {
    if (typeof wanted === 'string') applySkin(wanted || null)
    else if (wanted) applySkin(wanted as AppliedSkin)
  }, [wanted])
  return null
}

/** The page's subject may have its own skin: `false` says that it has none, null that it is not known yet. */
function ObjectSkin({ skin }: { skin: Cel | undefined }): ReactNode {
  const wanted = useValue(skin)
  useEffect(() => {
    if (!skin || wanted === false) applyObjectSkin(null)
    else if (wanted) applyObjectSkin(wanted as AppliedSkin)
  }, [skin, wanted])
  return null
}

function Bare({ children }: FrameProps): ReactNode {
  return (
    <main id="main" tabIndex={-1} className="ag-main ag-main--bare">
      {children}
    </main>
  )
}

const LAYOUTS = { site: SiteFrame, workspace: WorkspaceFrame, entry: EntryFrame, none: Bare }
