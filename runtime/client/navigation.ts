/** The present address, recorded on each navigation, and whether a new address is the same one. */
import { proxy } from 'valtio/vanilla'

/** `noAuthority`: the page shown opens without a check of permissions, as its document says. */
export const navigation = proxy<{ path: string; noAuthority: boolean }>({ path: '', noAuthority: false })

/** Called once for each navigation. */
export function recordNavigation(path: string, noAuthority: boolean): void {
  Object.assign(navigation, { path, noAuthority })
  document.documentElement.dataset.noAuthority = String(noAuthority)
}

/** True when an address is the one already shown: going there again does nothing. */
export function isHere(address: string): boolean {
  const { pathname, search, hash } = location
  const target = new URL(address, location.href)
  return target.origin === location.origin && target.pathname + target.search + target.hash === pathname + search + hash
}

/** Another address in place of this one, without loading anything: the router hears of it. */
export function replaceAddress(address: string): void {
  history.replaceState(history.state, '', address)
  window.dispatchEvent(new PopStateEvent('popstate'))
}
