// Service worker of the platform, for browsers in which somebody fills in a form or takes notices. Without network it opens pages with the shell and the
// files of one build; it answers no call and keeps no answer of one. It shows notices (push) and opens their pages.

// the build writes here which files belong to it (`scripts/start/offlineWorker.ts`)
const BUILT = { entry: '', files: [] }
const PREFIX = 'agon.release.'
const CACHE = PREFIX + BUILT.entry
const SHELL = '/shell.html'
const TEXTS = '/assets/texts/'
// they never change under their name
const KEPT_PATHS = ['/assets/', '/validators/']
const NO_PAGES = /^\/(api|nodeapi|health)\//
const MAX_FILES = 400

self.addEventListener('install', (event) => event.waitUntil(install()))
self.addEventListener('activate', (event) => event.waitUntil(activate()))

async function install() {
  if (BUILT.entry) {
    const cache = await caches.open(CACHE)
    await cache.addAll(BUILT.files)
    if (!(await keepShell(cache))) throw new Error('the server has another build')
  }
  await self.skipWaiting()
}

async function activate() {
  // tabs of the build before may still need its files
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE)
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)))
  if (self.registration.navigationPreload) await self.registration.navigationPreload.enable()
  await self.clients.claim()
  for (const client of await self.clients.matchAll({ type: 'window' })) client.postMessage({ agon: 'release', entry: BUILT.entry })
}

// Of this build alone: a shell of another one would ask for files that are not here.
async function keepShell(cache) {
  const reply = await fetch(SHELL, { cache: 'no-store', credentials: 'same-origin' })
  const html = await reply.clone().text()
  if (!reply.ok || !html.includes(BUILT.entry)) return false
  const texts = [...html.matchAll(/"(\/assets\/texts\/[^"]+)"/g)].map(([, file]) => file)
  await addMissing(cache, texts)
  await cache.put(SHELL, reply)
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url)
    if (pathname.startsWith(TEXTS) && !texts.includes(pathname)) await cache.delete(url)
  }
  return true
}

async function addMissing(cache, files) {
  for (const file of files) if (!(await cache.match(file, { ignoreVary: true }))) await cache.add(file)
}

// A page that must open without network says what it is made of.
self.addEventListener('message', (event) => {
  if (BUILT.entry && event.data && event.data.agon === 'keep') event.waitUntil(keep(event.data.files))
})

async function keep(files) {
  const cache = await caches.open(CACHE)
  const own = files.filter((file) => KEPT_PATHS.some((path) => file.startsWith(path)) && !file.startsWith(TEXTS))
  await addMissing(cache, own.slice(0, MAX_FILES))
  await keepShell(cache)
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (!BUILT.entry || request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') {
    if (!NO_PAGES.test(pathname)) event.respondWith(pageOf(event))
  } else if (KEPT_PATHS.some((path) => pathname.startsWith(path))) event.respondWith(fileOf(request))
})

async function pageOf(event) {
  try {
    return (await event.preloadResponse) || (await fetch(event.request))
  } catch (error) {
    const shell = await (await caches.open(CACHE)).match(SHELL, { ignoreVary: true })
    if (shell) return shell
    throw error
  }
}

// Whichever build it is of: its name says what is in it.
async function fileOf(request) {
  return (await caches.match(request, { ignoreVary: true })) || fetch(request)
}

self.addEventListener('push', (event) => {
  const notice = event.data ? event.data.json() : {}
  const options = { icon: '/icon-192.png', badge: '/icon-192.png', data: { link: notice.link } }
  event.waitUntil(self.registration.showNotification(String(notice.title ?? ''), options))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPage(event.notification.data.link))
})

// only pages of this site, whatever the notice says
async function openPage(link) {
  const address = new URL(String(link ?? '/'), self.location.origin)
  const page = address.origin === self.location.origin ? address.href : '/'
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = windows.find((client) => client.url === page)
  return open ? open.focus() : self.clients.openWindow(page)
}
