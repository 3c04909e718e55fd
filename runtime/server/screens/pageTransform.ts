/** Development: what Vite does to the page before it is sent. Set by the start script for the app it serves; without one the built page is served. */
import type { FastifyInstance } from 'fastify'

/** @param url path with query. Answers the page; `NONCE_PLACEHOLDER` in it becomes the request's nonce. */
export type PageTransform = (url: string, html: string) => Promise<string>

/** Vite writes it into the page (`html.cspNonce`). */
export const NONCE_PLACEHOLDER = '__AGON_NONCE__'

const transforms = new WeakMap<FastifyInstance, PageTransform>()

/** Sets what changes the HTML of each page before it is sent (development). */
export function setPageTransform(app: FastifyInstance, transform: PageTransform): void {
  transforms.set(app, transform)
}

/** What changes the HTML of each page, if anything does. */
export function pageTransform(app: FastifyInstance): PageTransform | undefined {
  return transforms.get(app)
}
