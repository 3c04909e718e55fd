/** The browser's history for the router. It asks before a page with unsent answers is left: by a link, an action, or back and forward, which have
 *  happened when we hear of them: they are undone, and done again when the person leaves. */
import { UNSAFE_createBrowserHistory as createBrowserHistory, createPath, type NavigationType, parsePath } from 'react-router-dom'
import { proxy } from 'valtio/vanilla'
import { isAnythingUnsent } from '../runtime/client/unsent.ts'

type BrowserHistory = ReturnType<typeof createBrowserHistory>

/** The question that is open: whether to leave the page. */
export const leaving = proxy<{ question: { leave(): void; stay(): void } | null }>({ question: null })

/** react-router's data router would ask as well. Its loaders and actions, which nothing here uses, are 15 kB of the first load. */
export function createBlockingHistory(): BrowserHistory {
  const history = createBrowserHistory({ v5Compat: true })
  let shown = history.location.pathname
  let ownMove: 'undo' | 'leave' | null = null
  // Filters and tabs change the query of the address, and keep what is on the page.
  const asks = (pathname: string | undefined) => pathname !== undefined && pathname !== shown && isAnythingUnsent()
  const go = (to: Parameters<BrowserHistory['push']>[0], move: () => void) => {
    const { pathname } = parsePath(typeof to === 'string' ? to : createPath(to))
    if (asks(pathname)) ask(move)
    else move()
  }
  return {
    get action() {
      return history.action
    },
    get location() {
      return history.location
    },
    createHref: history.createHref,
    createURL: history.createURL,
    encodeLocation: history.encodeLocation,
    go: history.go,
    push: (to, state) => go(to, () => history.push(to, state)),
    replace: (to, state) => go(to, () => history.replace(to, state)),
    listen: (tell) =>
      history.listen((update) => {
        const own = ownMove
        ownMove = null
        if (own === 'undo') return
        const { action, delta, location } = update
        // no delta: an entry that the router did not make, a link to a place of this page
        if (own === null && action === POP && delta && asks(location.pathname)) {
          ownMove = 'undo'
          history.go(-delta)
          ask(() => {
            ownMove = 'leave'
            history.go(delta)
          })
          return
        }
        shown = location.pathname
        tell(update)
      }),
  }
}

const POP: `${NavigationType}` = 'POP'

function ask(move: () => void): void {
  const stay = (): void => {
    leaving.question = null
  }
  leaving.question = {
    stay,
    leave() {
      stay()
      move()
    },
  }
}
