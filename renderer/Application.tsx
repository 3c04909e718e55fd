import type { ReactNode } from 'react'
import { useEffect, useReducer } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { booted, followDocuments, start } from '../runtime/client/boot.ts'
import { recordNavigation } from '../runtime/client/navigation.ts'
import { isPreviewFrame, listenToStudio } from '../runtime/client/previewFrame.ts'
import type { RouteMatch } from '../runtime/client/routes.ts'
import { matchRoute } from '../runtime/client/routes.ts'
import { goElsewhere, isElsewhere } from '../runtime/client/signIn.ts'
import { previewSkin } from '../runtime/client/skins.ts'
import { language, translate } from '../runtime/client/texts.ts'
import { errorText } from '../runtime/client/toasts.ts'
import type { Boot } from '../runtime/core/wire.ts'
import { withoutAliases } from '../runtime/core/withoutAliases.ts'
import { Alerts } from './chrome/Alerts.tsx'
import { Frame } from './chrome/Frame.tsx'
import { OfflineNotice } from './chrome/OfflineNotice.tsx'
import { SessionEnded } from './chrome/SessionEnded.tsx'
import { Toasts } from './chrome/Toasts.tsx'
import { DocumentErrors } from './DocumentErrors.tsx'
import { LeaveQuestion } from './LeaveQuestion.tsx'
import { PageView } from './PageView.tsx'
import { SignInNeeded } from './SignInNeeded.tsx'
import { StatePage } from './StatePage.tsx'
import { useLeftHead } from './useLeftHead.ts'
import { PHONE, useMedia } from './useMedia.ts'
import { useSearchShortcut } from './useSearchShortcut.ts'
import { Button } from './widgets/light/Button.tsx'
import { Spinner } from './widgets/light/Spinner.tsx'

/** The whole application: the start, a failed start, and then the page of the address in its frame. @param onShown called when it stands on the screen, with what draws all of it again */
export function Application({ onShown }: { onShown?: (redraw: () => void) => void }): ReactNode {
  const { boot: started, error } = useSnapshot(booted)
  const { boot } = booted
  const [, redraw] = useReducer((times: number) => times + 1, 0)
  // Drawn again when texts arrive or change.
  useSnapshot(language)
  useSearchShortcut()
  useEffect(hearStudio, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => onShown?.(redraw), [])
  if (error && !started) return <StartFailure text={errorText(error)} />
  if (!started || !boot) return <Starting />
  return (
    <>
      <OfflineNotice />
      {boot.heldBack?.length ? <DocumentErrors drafts={boot.heldBack} /> : null}
      <Routed boot={boot} />
      <SessionEnded />
      <LeaveQuestion />
      <Toasts />
      <Alerts />
    </>
  )
}

/** In a frame of the studio: shows what is edited there. */
function hearStudio(): (() => void) | undefined {
  if (!isPreviewFrame()) return undefined
  return listenToStudio((message) => {
    if (message.agon === 'skin') previewSkin(message.skin)
    else if (message.agon === 'again') void followDocuments()
  })
}

function Routed({ boot }: { boot: Boot }): ReactNode {
  const { pathname, search, hash } = useLocation()
  const { routes } = boot.app
  const match = matchRoute(boot.routes, pathname)
  const noAuthority = match?.route.noAuthority === true
  useEffect(() => {
    recordNavigation(pathname, noAuthority)
    if (!isPreviewFrame()) previewSkin(null)
  }, [pathname, noAuthority])
  useLeftHead(pathname + search)
  // For code that controls the screen from outside: the address that is shown now.
  useEffect(() => {
    document.documentElement.dataset.address = pathname + search
  }, [pathname, search])
  if (!match) return pathname === routes.notFound ? <StatePage kind="notFound" /> : <Navigate to={routes.notFound} replace />
  const proper = withoutAliases(search, match.route.aliases)
  if (proper !== null) return <Navigate to={pathname + proper + hash} replace />
  const layout = boot.chromes[match.route.chrome]?.layout
  if (isElsewhere(boot.app, layout)) return <Elsewhere boot={boot} layout={layout} path={pathname + search + hash} />
  if (match.route.state === 'signIn')
    return (
      <main id="main" className="ag-main">
        <SignInNeeded app={boot.app} />
      </main>
    )
  if (match.route.leadsTo) return <Navigate to={match.route.leadsTo} replace />
  if (match.route.state === 'denied')
    return pathname === routes.noAccess ? <StatePage kind="noAccess" /> : <Navigate to={routes.noAccess} replace />
  return <Shown boot={boot} match={match} />
}

function Shown({ boot, match }: { boot: Boot; match: RouteMatch }): ReactNode {
  const { chrome, phoneChrome } = match.route
  const phone = useMedia(PHONE)
  const name = (phone && phoneChrome) || chrome
  return (
    <Frame key={name} chrome={boot.chromes[name]} match={match}>
      <PageView key={match.route.page} match={match} />
    </Frame>
  )
}

/** The page belongs to the other host. */
function Elsewhere({ boot, layout, path }: { boot: Boot; layout: string | undefined; path: string }): ReactNode {
  useEffect(() => goElsewhere(boot.app, layout, path), [boot, layout, path])
  return <Starting />
}

// Most starts finish before anyone could read a text.
function Starting(): ReactNode {
  return (
    <div className="ag-starting">
      <Spinner label="Loading" />
    </div>
  )
}

function StartFailure({ text }: { text: string }): ReactNode {
  useEffect(() => {
    const again = (): void => void start()
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [])
  // allowed text: the texts may have failed to load; then this shows both languages.
  const known = text && !text.startsWith('error.')
  return (
    <main className="ag-state">
      <p className="ag-state__title">{known ? text : '无法连接到服务器 · The server cannot be reached'}</p>
      <Button tone="primary" icon="refresh" onClick={() => void start()}>
        {known ? translate('kernel.retry') : '重试 · Retry'}
      </Button>
    </main>
  )
}
