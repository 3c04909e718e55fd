// Service worker of push notices: shows the title of a notice, and opens its page. It keeps nothing and answers no request of pages.
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
