/** Tolerates what clients are known to send: doubled slashes and doubled prefixes (`/api//api/web/x`, `/api/nodeapi/x`). The query stays untouched. */

const ODD = /\/\/|^\/api\/(?:api|nodeapi)\/|^\/nodeapi\/nodeapi\//

/** @param url path with query */
export function normalisePath(url: string): string {
  const end = url.indexOf('?')
  const path = end < 0 ? url : url.slice(0, end)
  if (!ODD.test(path)) return url
  const single = path.replace(/\/{2,}/g, '/').replace(/^(?:\/api|\/nodeapi)+(?=\/(?:api|nodeapi)\/)/, '')
  return end < 0 ? single : single + url.slice(end)
}
