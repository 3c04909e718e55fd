/** What a browser needs before any page: addresses, chromes with their menus, skins. Pruned by the session's codes. */
import type { Session } from '../../core/contracts.ts'
import type { MenuItem, PageDocument, Permission, SkinDocument } from '../../core/documents.ts'
import { holdsPermission } from '../../core/permissions.ts'
import type { Platform } from '../../core/platform.ts'
import type { BootRoute, BootScreens } from '../../core/wire.ts'
import { collect, withoutComments } from './collect.ts'
import { pageState } from './pageAccess.ts'
import { prune } from './prune.ts'
import { codesOf, keptFor } from './screenCache.ts'

/** The same object for the same platform and codes. */
export function describeBoot(platform: Platform, session: Session): BootScreens {
  return keptFor(platform, session, 'boot', () => makeBoot(platform, session))
}

function makeBoot(platform: Platform, session: Session): BootScreens {
  const { codes } = codesOf(session)
  const { app, documents } = platform
  const routes = [...documents.page.values()].flatMap((page) => pageRoutes(page, session, codes))
  const denied = new Set(routes.filter(({ state }) => state === 'denied').map(({ path }) => path))
  const top = prune(app.top ?? [], platform, codes) ?? []
  const chromes = prune(app.chromes, platform, codes) ?? {}
  const failures = prune(app.failures ?? {}, platform, codes) ?? {}
  const remedies = prune(app.remedies ?? {}, platform, codes) ?? {}
  const bundle = collect([chromes, failures, remedies, top], platform, codes)
  for (const [id, menu] of Object.entries(bundle.menus)) bundle.menus[id] = { ...menu, items: openItems(menu.items, denied) }
  return {
    ...bundle,
    hash: platform.hash,
    app: {
      id: app.id,
      title: app.title,
      languages: app.languages,
      timeZone: app.timeZone,
      cookies: app.cookies,
      routes: app.routes,
      returnParameter: app.returnParameter,
      signIn: app.signIn,
      skin: app.skin,
      messages: app.messages,
      ...(app.images ? { images: app.images } : {}),
      uploads: app.uploads,
      ...(app.videos ? { videos: app.videos } : {}),
      session: { storageSuffix: app.session.storageSuffix, cleared: app.session.cleared },
      failures,
      remedies,
    },
    routes,
    skins: [...documents.skin.values()].map(withoutRules),
    skin: withoutRules(platform.get('skin', app.skin)),
    chromes,
    top,
  }
}

/** What only a designer of skins needs stays on the server. */
function withoutRules(skin: SkinDocument): SkinDocument {
  const { groups: _, pairs: __, slots: ___, ...rest } = withoutComments(skin)
  return rest
}

function pageRoutes(page: PageDocument, session: Session, codes: ReadonlySet<string>): BootRoute[] {
  const state = pageState(page, session)
  const { title, chrome, phoneChrome, noAuthority, sessionEnd, newTab, task, parent } = page.meta ?? {}
  return page.routes.map((path) => ({
    path,
    page: page.id,
    title: state === 'denied' ? '' : (title ?? page.title),
    chrome: chrome ?? 'site',
    ...(phoneChrome ? { phoneChrome } : {}),
    ...(noAuthority ? { noAuthority } : {}),
    ...(sessionEnd ? { sessionEnd } : {}),
    ...(newTab ? { newTab } : {}),
    ...(task ? { task } : {}),
    ...(parent ? { parent } : {}),
    ...queryParts(page, path),
    ...(page.aliases ? { aliases: page.aliases } : {}),
    ...leadOf(page, path, codes),
    state,
  }))
}

function queryParts({ parameters = {} }: PageDocument, path: string): Pick<BootRoute, 'inQuery'> {
  const inQuery = path
    .split('/')
    .flatMap((part) => (part.startsWith(':') && Object.hasOwn(parameters, part.slice(1)) ? [part.slice(1)] : []))
  return inQuery.length > 0 ? { inQuery } : {}
}

function leadOf({ leads = [] }: PageDocument, path: string, codes: ReadonlySet<string>): Pick<BootRoute, 'leadsTo'> {
  const holds = (permission: Permission | undefined, otherwise: boolean) =>
    permission === undefined ? otherwise : holdsPermission(codes, permission)
  const lead = leads.find(({ from, permission, without }) => from === path && holds(permission, true) && !holds(without, false))
  return lead ? { leadsTo: lead.to } : {}
}

/** Without entries that lead to a page the person may not open, and without groups that are empty then. */
function openItems(items: readonly MenuItem[], denied: ReadonlySet<string>): MenuItem[] {
  return items.flatMap((item) => {
    if (item.to && denied.has(item.to.split(/[?#]/)[0]!)) return []
    if (!item.children) return [item]
    const children = openItems(item.children, denied)
    return children.length === 0 && !item.to && !item.address && !item.action ? [] : [{ ...item, children }]
  })
}
