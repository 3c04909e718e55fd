import type { ReactNode } from 'react'
import { lazy, Suspense, useEffect, useMemo, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { refreshAfterOwnJobs } from '../runtime/client/afterOwnJobs.ts'
import { booted } from '../runtime/client/boot.ts'
import type { CallError } from '../runtime/client/CallError.ts'
import { findDocument } from '../runtime/client/library.ts'
import { loadChunk } from '../runtime/client/loadChunk.ts'
import { isPreviewFrame, previewFrame } from '../runtime/client/previewFrame.ts'
import { remedyOf } from '../runtime/client/remedies.ts'
import type { RouteMatch } from '../runtime/client/routes.ts'
import { holds } from '../runtime/client/scope.ts'
import { translate } from '../runtime/client/texts.ts'
import type { PageDocument } from '../runtime/core/documents.ts'
import { useFrame } from './chrome/FrameContext.ts'
import { MenuLinks } from './chrome/MenuLinks.tsx'
import { Guide } from './Guide.tsx'
import { GuideContext } from './GuideContext.ts'
import { Heading } from './Heading.tsx'
import { HeadingContext, mainTitlePath, nodeAt } from './HeadingContext.ts'
import { NodeList } from './NodeList.tsx'
import { PageFailure } from './PageFailure.tsx'
import { useScreen } from './ScreenContext.ts'
import { ScreenProvider } from './ScreenProvider.tsx'
import { SourceFailure } from './SourceFrame.tsx'
import { StatePage } from './StatePage.tsx'
import { addressedName, useAddressed } from './useAddressed.ts'
import { InitialLoadContext, useInitialLoad } from './useInitialLoad.ts'
import { useOnOpen } from './useOnOpen.ts'
import { useOwnScreen } from './useOwnScreen.ts'
import { usePageBundle } from './usePageBundle.ts'
import { usePageFocus } from './usePageFocus.ts'
import { usePlace } from './usePlace.ts'
import { useScoped, useText } from './useScoped.ts'
import { joinClasses } from './widgets/light/joinClasses.ts'
import { Skeleton } from './widgets/light/Skeleton.tsx'

/** Only pages in a frame of the studio say why their parts are shown. */
const PreviewReasons = lazy(() => loadChunk(() => import('./PreviewReasons.tsx')))
/** And only where the studio edits the page its parts can be chosen. */
const PreviewEditor = lazy(() => loadChunk(() => import('./inPlaceEditor/PreviewEditor.tsx')))

/** A build has none of it. */
const InspectedPage = import.meta.env.DEV ? lazy(() => import('./inspector/InspectedPage.tsx')) : null

/** The page of a route: fetches its bundle, runs its screen, draws its nodes. A new boot fetches the bundle again without losing the screen. */
export function PageView({ match }: { match: RouteMatch }): ReactNode {
  const { page, error, retry } = usePageBundle(match.route.page)
  if (error) return <PageFailure error={error} retry={retry} />
  if (!page) return <PageSkeleton />
  return <PageScreen page={page} match={match} />
}

function PageScreen({ page, match }: { page: PageDocument; match: RouteMatch }): ReactNode {
  const place = usePlace(page, match)
  const frame = useFrame()
  const { revision } = useSnapshot(booted)
  // Sources and state are part of the screen: only when these change in the document does a new screen start.
  const { sources, state } = page
  const definition = useMemo(() => ({ sources, state }), [sources, state])
  const screen = useOwnScreen(definition, place, frame?.scope)
  useEffect(() => (screen ? refreshAfterOwnJobs(screen) : undefined), [screen])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new boot may show other data to another person
  useEffect(() => {
    if (revision > 1) void screen?.refresh('all')
  }, [revision])

  if (!screen) return <PageSkeleton />
  return (
    <ScreenProvider screen={screen} above={frame ?? undefined}>
      <PageBody page={page} match={match} />
    </ScreenProvider>
  )
}

function PageNodes({ page }: { page: PageDocument }): ReactNode {
  if (previewFrame()?.inPlace) return <PreviewEditor page={page} />
  if (!InspectedPage || isPreviewFrame()) return <NodeList nodes={page.body} />
  return (
    <Suspense fallback={null}>
      <InspectedPage page={page} />
    </Suspense>
  )
}

function PageBody({ page, match }: { page: PageDocument; match: RouteMatch }): ReactNode {
  const title = useText(page.meta?.title ?? page.title)
  const missing = useSubjectMissing()
  const failure = useSubjectFailure(page)
  const app = useText(booted.boot?.app.title)
  const path = useScoped((scope) => mainTitlePath(page.body, (node) => holds(node.visibleWhen, scope)))
  const headings = useMemo(() => ({ main: nodeAt(page.body, path), level: 2 }), [page.body, path])
  const { hash } = useLocation()
  const guided = useMemo(
    () => new Set([...(page.guide?.steps.map(({ node }) => node) ?? []), addressedName(hash) ?? '']),
    [page.guide, hash],
  )
  const root = useRef<HTMLDivElement>(null)
  const initialLoad = useInitialLoad(root)
  usePageFocus(`${match.route.page} ${JSON.stringify(match.params)}`)
  useAddressed()
  useOnOpen(page.onOpen)
  useEffect(() => {
    document.title = title && title !== app ? `${title} · ${app}` : app
  }, [title, app])
  if (missing) return <Missing kind={missing} page={page} />
  const body = (
    <div
      ref={root}
      className={joinClasses('ag-page', page.meta?.wide && 'ag-page--wide', initialLoad && `ag-page--loading ag-page--${initialLoad}`)}
    >
      {headings.main === null && (
        <Heading level={1} className="ag-page__title">
          {title}
        </Heading>
      )}
      <InitialLoadContext value={initialLoad !== null}>
        <HeadingContext value={headings}>
          <GuideContext value={guided}>
            {failure && <SourceFailure error={failure.error} retry={failure.retry} />}
            {(!failure || failure.isRefusal) && <PageNodes page={page} />}
          </GuideContext>
        </HeadingContext>
      </InitialLoadContext>
      {page.guide && <Guide guide={page.guide} />}
      {isPreviewFrame() && (
        <Suspense fallback={null}>
          <PreviewReasons page={page} />
        </Suspense>
      )}
    </div>
  )
  const whole = (
    <div className={initialLoad ? 'ag-initial-load' : undefined}>
      {body}
      {initialLoad && (
        <div className={joinClasses('ag-page', page.meta?.wide && 'ag-page--wide', 'ag-page--loading')}>
          <PageShapes />
        </div>
      )}
    </div>
  )
  return page.meta?.sideMenu ? <BesideMenu menu={page.meta.sideMenu}>{whole}</BesideMenu> : whole
}

/** In the words of the page, when it has any for a subject that does not exist. */
function Missing({ kind, page }: { kind: 'notFound' | 'noAccess'; page: PageDocument }): ReactNode {
  const own = kind === 'notFound' ? page.meta?.gone : undefined
  const [title, text, label] = [useText(own?.title), useText(own?.text), useText(own?.label)]
  return <StatePage kind={kind} title={title} text={text} to={own?.to} label={label} />
}

/** Why a page is not shown: its subject does not exist, the address names none, or this person may not see it. */
const MISSING: Readonly<Record<string, 'notFound' | 'noAccess'>> = {
  NOT_FOUND: 'notFound',
  CALL_INPUT: 'notFound',
  PERMISSION_DENIED: 'noAccess',
}

/** The state that takes the place of the page while its subject, or that of its frame, cannot be read. */
function useSubjectMissing(): 'notFound' | 'noAccess' | undefined {
  const { screen } = useScreen()
  const frame = useFrame() ?? screen
  const [own, around] = [useSnapshot(screen.sources.states), useSnapshot(frame.sources.states)]
  const stateOf = (states: typeof own, name: string) => MISSING[(states[name]?.error as CallError | null)?.code ?? '']
  return [...frame.subjects.map((name) => stateOf(around, name)), ...screen.subjects.map((name) => stateOf(own, name))].find(Boolean)
}

/** A failure of the page's subject that never came, or that has a remedy. It is shown here because most nodes are hidden without the subject. */
function useSubjectFailure({ sources = {} }: PageDocument): { error: CallError; isRefusal: boolean; retry(): void } | null {
  const { screen } = useScreen()
  const states = useSnapshot(screen.sources.states)
  const name = Object.keys(sources).find((source) => {
    const state = sources[source]!.subject && states[source]
    return state && (remedyOf(state.error) || (state.status === 'error' && state.data == null))
  })
  if (name === undefined) return null
  const error = states[name]!.error as CallError
  return { error, isRefusal: Boolean(remedyOf(error)), retry: () => void screen.sources.refresh([name]) }
}

function BesideMenu({ menu, children }: { menu: string; children: ReactNode }): ReactNode {
  // On a phone the menu is a row that scrolls: the entry of this page is brought into view.
  const row = useRef<HTMLDivElement>(null)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address marks another entry
  useEffect(() => {
    const entry = row.current?.querySelector<HTMLElement>('[aria-current="page"]')
    if (entry && row.current) row.current.scrollLeft = entry.offsetLeft + entry.offsetWidth / 2 - row.current.clientWidth / 2
  }, [pathname])
  return (
    <div className="ag-beside">
      <div className="ag-beside__menu" ref={row}>
        <MenuLinks items={findDocument('menus', menu)?.items} layout="vertical" label={translate('kernel.sideMenu')} />
      </div>
      <div className="ag-beside__page">{children}</div>
    </div>
  )
}

function PageSkeleton(): ReactNode {
  return (
    <div className="ag-page" aria-busy="true">
      <PageShapes />
    </div>
  )
}

function PageShapes(): ReactNode {
  return (
    <>
      <Skeleton lines={2} />
      <Skeleton cards={3} />
    </>
  )
}
