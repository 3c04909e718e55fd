/** Checks of pages and of the frames around them: sources, their order, and the nodes over what the sources answer. */
import type { AppDocument, FragmentDocument, MenuDocument, MenuItem, PageDocument, Value } from '../documents.ts'
import type { ScopeTypes } from '../expressions/types.ts'
import type { LinkedDocument } from './documentIndex.ts'
import { expandFragments, fragmentsOf, namedFragments, placesIn } from './expandFragments.ts'
import { pointer } from './failure.ts'
import { findCycle } from './findCycle.ts'
import { ERROR_TYPE, linkAction, linkActionRef, linkDialog } from './linkAction.ts'
import { linkClosed } from './linkClosed.ts'
import { type ExpressionPlace, linkCel, linkTextValues, linkValue, linkValues } from './linkExpressions.ts'
import type { Linker } from './linker.ts'
import { linkFinder } from './linkFinder.ts'
import { linkInput } from './linkInput.ts'
import { linkNodes } from './linkNodes.ts'
import { linkParts } from './linkParts.ts'
import { linkEntryPermission, linkPagePermission } from './linkPermissions.ts'
import { linkScopes } from './linkScopes.ts'
import { frameScope, linkSources, linkWaiting, sourceTypes } from './linkSources.ts'
import { outputType } from './scopeTypes.ts'

const ROUTE_PARAMETER = /:(\w+)/g

export function linkPage(linker: Linker, document: LinkedDocument, page: PageDocument): void {
  const find = (id: string) => linker.index.get('fragment', id)
  if (!linkParts(linker, document, page)) return
  const whole = expandFragments(page, find)
  const scope = pageScope(linker, whole)
  const names = pageNames(whole)
  names.refreshable.push(...Object.keys(chromeOf(linker, page)?.sources ?? {}))
  const place: ExpressionPlace = { document, path: '', scope, page: { document, ...names }, parts: page.parts ?? {} }
  linker.sees(place)
  linkChromeName(linker, document, page)
  linkPagePermission(linker, document, page)
  linkClosed(linker, document, page, whole)
  linkTextValues(linker, { ...place, path: '/meta/title' }, page.meta?.title)
  for (const key of ['title', 'text', 'label'] as const)
    linkTextValues(linker, { ...place, path: `/meta/gone/${key}` }, page.meta?.gone?.[key])
  linkTextValues(linker, { ...place, path: '/title' }, page.title)
  for (const [name, own] of Object.entries(page.aliases ?? {}))
    linker.known(
      document,
      'PARAMETER_UNKNOWN',
      pointer('/aliases', name),
      'a parameter of the page',
      own,
      Object.keys(page.parameters ?? {}),
    )
  linkHead(linker, { ...place, path: '/head' }, page)
  linkFramedBy(linker, { ...place, path: '/framedBy' }, page)
  linkValues(linker, { ...place, path: '/let' }, page.let)
  linkValues(linker, { ...place, path: '/state' }, page.state)
  linkSources(linker, { ...place, path: '/sources' }, page.sources ?? {})
  linkFragments(linker, place, page, fragmentsOf(page, find))
  linkWaiting(linker, { ...place, path: '/sources' }, whole.sources ?? {})
  linkNodes(linker, { ...place, path: '/body' }, page.body)
  linkGuide(linker, { ...place, path: '/guide' }, whole)
  linkOnOpen(linker, { ...place, path: '/onOpen' }, page)
}

/** What the page tells others, and where the rows of its sitemap are. */
function linkHead(linker: Linker, place: ExpressionPlace, { head }: PageDocument): void {
  if (head === undefined) return
  const at = (...keys: string[]): ExpressionPlace => ({ ...place, path: keys.reduce<string>(pointer, place.path) })
  linkTextValues(linker, at('description'), head.description)
  linkValue(linker, at('image'), head.image)
  linkValue(linker, at('path'), head.path)
  head.structured?.forEach(({ when, ...thing }, index) => {
    linkValue(linker, at('structured', String(index)), thing as Value)
    if (when) linkCel(linker, at('structured', String(index), 'when'), when, 'boolean')
  })
  if (head.index) linkCel(linker, at('index'), head.index, 'boolean')
  if (!head.sitemap) return
  const { call, params, path, changed } = head.sitemap
  linkInput(linker, at('sitemap', 'params'), call, params)
  const document = linker.index.get('call', call)
  const row = document === undefined ? 'dyn' : outputType(document, linker.index)
  const ofRow = (key: string): ExpressionPlace => ({ ...at('sitemap', key), scope: { row } })
  if (document !== undefined && (document.operation?.kind !== 'list' || document.access !== 'public')) {
    const suggestion = 'name a public call with the operation "list"'
    const expected = 'a list that visitors may ask for'
    linker.report(place.document, { code: 'VALUE', path: at('sitemap', 'call').path, expected, found: `"${call}"`, suggestion })
  }
  linkCel(linker, ofRow('path'), path, 'string')
  if (changed) linkCel(linker, ofRow('changed'), changed, 'string')
}

/** Who asks is not known when the policy of a page is written. */
function linkFramedBy(linker: Linker, place: ExpressionPlace, { framedBy }: PageDocument): void {
  if (framedBy === undefined) return
  linkInput(linker, { ...place, path: pointer(place.path, 'params') }, framedBy.call, framedBy.params)
  if (linker.index.get('call', framedBy.call)?.access === 'public') return
  const failure = { path: pointer(place.path, 'call'), expected: 'a call that visitors may use', found: `"${framedBy.call}"` }
  linker.report(place.document, { code: 'VALUE', ...failure, suggestion: 'give the call the access "public"' })
}

/** Sources and state of the fragments of a page, over what is in scope of the page. */
function linkFragments(linker: Linker, place: ExpressionPlace, page: PageDocument, fragments: ReadonlyMap<string, FragmentDocument>): void {
  const asked = new Map(Object.entries(page.sources ?? {}).map(([name]) => [name, { by: '', source: '' }]))
  for (const [id, fragment] of fragments) {
    const document = linker.index.find('fragment', id) as LinkedDocument
    linker.sees({ ...place, document, path: '' })
    linkValues(linker, { ...place, document, path: '/let' }, fragment.let)
    linkValues(linker, { ...place, document, path: '/state' }, fragment.state)
    linkSources(linker, { ...place, document, path: '/sources' }, fragment.sources ?? {})
    for (const [name, content] of Object.entries(fragment.sources ?? {})) {
      const source = JSON.stringify(content)
      const known = asked.get(name)
      if (known === undefined) asked.set(name, { by: id, source })
      else if (known.by !== '' && known.source !== source) {
        const path = pointer('/sources', name)
        const expected = `the same request as "${name}" of ${known.by}, which ${page.id} shows too`
        linker.report(document, { code: 'VALUE', path, expected, found: source, suggestion: 'rename one of the two sources' })
      }
    }
  }
}

/** A fragment that contains itself would never end. */
export function linkFragment(linker: Linker, document: LinkedDocument, fragment: FragmentDocument): void {
  linkParts(linker, document, fragment)
  const inside = new Map(linker.index.of('fragment').map(({ content }) => [content.id, new Set(namedFragments(content))]))
  const cycle = findCycle(inside)
  if (cycle?.[0] !== document.id) return
  const suggestion = 'take one of them out of the other'
  const expected = 'fragments that do not stand in each other in a circle'
  linker.report(document, {
    code: 'CYCLE',
    path: `${placesIn(fragment).find(({ node }) => node.node === 'fragment' && node.fragment === cycle[1])?.path ?? ''}/fragment`,
    expected,
    found: cycle.join(' -> '),
    suggestion,
  })
}

/** A fragment that no page shows (yet). */
export function linkFragmentAlone(
  linker: Linker,
  outer: ExpressionPlace,
  { let: named, state, sources, body, parts = {} }: FragmentDocument,
): void {
  const place = { ...outer, parts }
  linker.sees(place)
  linkValues(linker, { ...place, path: '/let' }, named)
  linkValues(linker, { ...place, path: '/state' }, state)
  linkSources(linker, { ...place, path: '/sources' }, sources ?? {})
  linkNodes(linker, { ...place, path: '/body' }, body)
}

/** An action that runs when the page opens must not lead to the page itself. */
function linkOnOpen(linker: Linker, place: ExpressionPlace, { onOpen, routes }: PageDocument): void {
  linkActionRef(linker, place, onOpen)
  if (typeof onOpen !== 'object' || !('steps' in onOpen)) return
  const own = new Set(routes.map((route) => route.replaceAll(ROUTE_PARAMETER, '')))
  for (const [index, step] of onOpen.steps.entries()) {
    const to = 'navigate' in step ? textsOf(step.navigate).find((text) => own.has(text.split('?')[0] ?? '')) : undefined
    if (to === undefined) continue
    linker.report(place.document, {
      code: 'CYCLE',
      path: pointer(pointer(pointer(place.path, 'steps'), index), 'navigate'),
      expected: 'an address of another page: this one would open again and again',
      found: `"${to}"`,
      suggestion: 'set the state of the page instead, or let a button lead there',
    })
  }
}

/** The words of a text, in whatever form it is written. */
function textsOf(text: unknown): string[] {
  if (typeof text === 'string') return [text]
  if (typeof text !== 'object' || text === null || 'cel' in text) return []
  return 'text' in text ? textsOf(text.text) : Object.values(text).flatMap(textsOf)
}

/** A tour: its steps point at nodes of this page. */
function linkGuide(linker: Linker, place: ExpressionPlace, { guide, body }: PageDocument): void {
  if (guide === undefined) return
  const at = (...keys: (string | number)[]): ExpressionPlace => ({ ...place, path: keys.reduce<string>(pointer, place.path) })
  linkCel(linker, at('showWhen'), guide.showWhen, 'boolean')
  linkActionRef(linker, at('done'), guide.done)
  const ids = nodeIds(body)
  for (const [index, step] of guide.steps.entries()) {
    linker.known(place.document, 'REFERENCE_UNKNOWN', at('steps', index, 'node').path, 'the id of a node of this page', step.node, ids)
    linkTextValues(linker, at('steps', index, 'title'), step.title)
    linkTextValues(linker, at('steps', index, 'text'), step.text)
  }
}

function nodeIds(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const { node, id } = value as { node?: unknown; id?: unknown }
  const own = typeof node === 'string' && typeof id === 'string' ? [id] : []
  return [...own, ...Object.values(value).flatMap(nodeIds)]
}

/** What expressions of a page see. */
function pageScope(linker: Linker, page: PageDocument): ScopeTypes {
  const route = page.routes.flatMap((path) => [...path.matchAll(ROUTE_PARAMETER)].map((match) => [match[1] as string, 'string' as const]))
  const state = Object.keys(page.state ?? {}).map((name) => [name, 'dyn' as const])
  return {
    ...frameScope(linker, chromeOf(linker, page)?.sources),
    ...sourceTypes(linker, page.sources),
    path: 'string',
    route: { fields: { ...Object.fromEntries(route) } },
    state: { fields: Object.fromEntries(state) },
  }
}

/** Drawers, dialogs and what can be refreshed, wherever they are in the tree. */
function pageNames(page: PageDocument): { overlays: string[]; refreshable: string[] } {
  const names = { overlays: [] as string[], refreshable: Object.keys(page.sources ?? {}) }
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const { node, id, table } = value as { node?: unknown; id?: unknown; table?: unknown }
    if (typeof id === 'string' && (node === 'drawer' || node === 'dialog')) names.overlays.push(id)
    else if (typeof node === 'string' && typeof id === 'string') names.refreshable.push(id)
    if (node === 'table' && typeof table === 'string') names.refreshable.push(table)
    for (const item of Object.values(value)) look(item)
  }
  look(page.body)
  return names
}

function chromeOf(linker: Linker, page: PageDocument) {
  return linker.app?.chromes[page.meta?.chrome ?? '']
}

function linkChromeName(linker: Linker, document: LinkedDocument, page: PageDocument): void {
  const chromes = linker.app?.chromes
  for (const key of ['chrome', 'phoneChrome'] as const) {
    const name = page.meta?.[key]
    if (chromes !== undefined && name !== undefined)
      linker.known(document, 'REFERENCE_UNKNOWN', `/meta/${key}`, 'a chrome of the app document', name, Object.keys(chromes))
  }
}

/** Frames: their sources, skin, texts, the nodes of footer and corner; and what failures do. */
export function linkApp(linker: Linker, document: LinkedDocument, app: AppDocument): void {
  linkScopes(linker, document, app)
  linkSignIn(linker, document, app)
  for (const id of namedFragments(app)) {
    const suggestion = 'write its nodes in the app document'
    linker.report(document, { code: 'VALUE', path: '', expected: 'fragments in pages only', found: `the fragment "${id}"`, suggestion })
  }
  linkNodes(linker, { document, path: '/top', scope: { ...frameScope(linker, undefined), route: 'map', state: 'map' } }, app.top)
  for (const [name, chrome] of Object.entries(app.chromes)) {
    const path = pointer('/chromes', name)
    const place: ExpressionPlace = { document, path, scope: { ...frameScope(linker, chrome.sources), route: 'map', state: 'map' } }
    linkTextValues(linker, { ...place, path: `${path}/brand/title` }, chrome.brand?.title)
    linkValue(linker, { ...place, path: `${path}/brand/image` }, chrome.brand?.image)
    if (chrome.skin !== undefined) linkCel(linker, { ...place, path: `${path}/skin` }, chrome.skin)
    if (chrome.objectSkin !== undefined) linkCel(linker, { ...place, path: `${path}/objectSkin` }, chrome.objectSkin)
    for (const [index, { when }] of (chrome.menus ?? []).entries())
      linkCel(linker, { ...place, path: `${path}/menus/${index}/when` }, when, 'boolean')
    linkSources(linker, { ...place, path: `${path}/sources` }, chrome.sources ?? {})
    linkWaiting(linker, { ...place, path: `${path}/sources` }, chrome.sources ?? {})
    linkNodes(linker, { ...place, path: `${path}/footer` }, chrome.footer)
    linkNodes(linker, { ...place, path: `${path}/aside` }, chrome.aside)
    linkNodes(linker, { ...place, path: `${path}/float` }, chrome.float)
    linkNodes(linker, { ...place, path: `${path}/head` }, chrome.head)
    if (chrome.finder) linkFinder(linker, { ...place, path: `${path}/finder` }, chrome.finder)
  }
  const scope: ScopeTypes = { ...frameScope(linker, {}), error: ERROR_TYPE }
  for (const key of ['failures', 'remedies'] as const)
    for (const [code, action] of Object.entries(app[key] ?? {}))
      linkAction(linker, { document, path: pointer(`/${key}`, code), scope }, action)
  for (const [of, asked] of Object.entries(app.reveal ?? {}))
    if (asked) linkAsked(linker, { document, path: pointer('/reveal', of), scope: frameScope(linker, {}) }, asked)
}

/** What is asked before a call: the answers are `input` of what the call gets. */
function linkAsked(linker: Linker, place: ExpressionPlace, asked: Asked): void {
  const scope = linkDialog(linker, { ...place, path: pointer(place.path, 'dialog') }, asked)
  linkValues(linker, { ...place, path: pointer(place.path, 'input'), scope }, asked.input)
}

type Asked = NonNullable<NonNullable<AppDocument['reveal']>['row']>

/** A sign-in page on a host of its own would lead nowhere without the host of the site. */
function linkSignIn(linker: Linker, document: LinkedDocument, { signIn }: AppDocument): void {
  if (!signIn.origin || signIn.returnTo.length > 0) return
  linker.report(document, {
    code: 'VALUE',
    path: '/signIn/returnTo',
    expected: 'the host of the site, because the sign-in page has a host of its own',
    found: 'an empty list',
    suggestion: 'list the main site first, or remove "origin"',
  })
}

/** Menus stand in frames, so they see the sources of all frames. */
export function linkMenu(linker: Linker, document: LinkedDocument, menu: MenuDocument): void {
  const sources = Object.assign({}, ...Object.values(linker.app?.chromes ?? {}).map((chrome) => chrome.sources ?? {}))
  const scope: ScopeTypes = { ...frameScope(linker, sources), route: 'map', state: 'map' }
  const place = { document, path: '/items', scope }
  linker.sees({ ...place, path: '' })
  linkItems(linker, place, menu.items, new Set())
}

function linkItems(linker: Linker, place: ExpressionPlace, items: readonly MenuItem[], seen: Set<string>): void {
  for (const [index, item] of items.entries()) {
    const at = (key: string): ExpressionPlace => ({ ...place, path: pointer(pointer(place.path, index), key) })
    if (seen.has(item.id)) {
      const suggestion = 'rename one of the two'
      linker.report(place.document, {
        code: 'CODE_DUPLICATE',
        path: at('id').path,
        expected: 'each id once',
        found: `"${item.id}"`,
        suggestion,
      })
    }
    seen.add(item.id)
    if (item.keep !== undefined && item.to === undefined) {
      const suggestion = 'add "to", or remove "keep"'
      linker.report(place.document, {
        code: 'VALUE',
        path: at('keep').path,
        expected: 'an entry with an address',
        found: 'none',
        suggestion,
      })
    }
    linkTextValues(linker, at('label'), item.label)
    linkEntryPermission(linker, place.document, at('permission').path, item)
    if (item.visibleWhen !== undefined) linkCel(linker, at('visibleWhen'), item.visibleWhen, 'boolean')
    if (item.unused !== undefined) linkCel(linker, at('unused'), item.unused, 'boolean')
    if (item.badge !== undefined) linkCel(linker, at('badge'), item.badge)
    if (item.address !== undefined) linkCel(linker, at('address'), item.address)
    linkActionRef(linker, at('action'), item.action)
    linkItems(linker, at('children'), item.children ?? [], seen)
  }
}
