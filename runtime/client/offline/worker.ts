/** The service worker of this browser (`renderer/worker.js`), and news of it: another build has been installed. Anyone who fills in no form and takes no notices has none. */
import { proxy } from 'valtio/vanilla'

export const WORKER = '/worker.js'
/** File that this page began with: its name says which build the page is of. */
export const BUILD = new URL(import.meta.url).pathname
/** The platform was renewed: this page is of the build before. */
export const release = proxy({ isOld: false })

/** Time between two questions about a new build. */
const QUIET_MS = 600_000
let asked = 0

/** Listens for another build, and asks for one when the person comes back to the page. */
export function heedReleases(): void {
  const workers = serviceWorkers()
  if (!workers) return
  workers.addEventListener('message', ({ data }: MessageEvent<{ agon?: string; entry?: string } | null>) => {
    if (data?.agon === 'release' && data.entry) release.isOld = data.entry !== BUILD
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && Date.now() - asked > QUIET_MS) void lookForRelease()
  })
}

/** Asks the server for another build; a browser without a worker is not notified. */
export async function lookForRelease(): Promise<void> {
  asked = Date.now()
  await serviceWorkers()
    ?.getRegistration()
    .then((worker) => worker?.update())
    .catch(() => undefined)
}

/** The worker is installed, and keeps what this page has loaded. */
export async function askToKeep(): Promise<void> {
  const workers = serviceWorkers()
  if (!workers) return
  await workers.register(WORKER)
  const worker = await workers.ready
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name))
  const files = loaded.filter(({ origin }) => origin === location.origin).map(({ pathname }) => pathname)
  worker.active?.postMessage({ agon: 'keep', files: [...new Set(files)] })
}

function serviceWorkers(): ServiceWorkerContainer | undefined {
  return typeof navigator !== 'undefined' && 'serviceWorker' in navigator ? navigator.serviceWorker : undefined
}
