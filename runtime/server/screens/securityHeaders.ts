/** Headers of a page. Scripts come from our own files only; styles also from elements that carry the request's nonce (antd's). */

/** `FRAME_ANCESTORS`: who may show the platform in a frame, as CSP writes it; default its own pages, in which the studio previews others. */
const FRAME_ANCESTORS = /^[\w\s:/.*'-]+$/

interface PageFacts {
  nonce: string
  /** Vite's client: its inline script has the nonce, its socket another protocol. */
  dev: boolean
  /** Origins that the page names beside the setting. */
  framedBy: readonly string[]
  /** Origins that the page may show in a frame beside its own. */
  frames: readonly string[]
  /** Shows nothing of the one who asked: a browser may keep it for the way back. */
  isShared: boolean
}

export function pageHeaders({ nonce, dev, framedBy, frames, isShared }: PageFacts): Record<string, string> {
  const setting = process.env.FRAME_ANCESTORS ?? ''
  const ancestors = [FRAME_ANCESTORS.test(setting) ? setting : "'self'", ...framedBy].join(' ')
  const policy = [
    "default-src 'self'",
    `script-src 'self'${dev ? ` 'nonce-${nonce}'` : ''}`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    `connect-src 'self'${dev ? ' ws: wss:' : ''}`,
    "worker-src 'self'",
    ["frame-src 'self'", ...frames].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${ancestors}`,
  ]
  return {
    'content-security-policy': policy.join('; '),
    'cache-control': isShared ? 'private, no-cache' : 'no-store',
    'permissions-policy': 'camera=(self), microphone=(), geolocation=(self)',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
  }
}
