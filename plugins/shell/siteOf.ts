/** The main site, or the host that this person works on: where addresses in messages begin. Not for jobs, which come from no host. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'

export function siteOf({ platform, request }: Pick<HandlerContext, 'platform' | 'request'>): string {
  const [site] = platform.app.signIn.returnTo
  if (site) return site
  const { host, origin } = request.headers
  return typeof origin === 'string' && URL.canParse(origin) && new URL(origin).host === host ? origin : `http://${host}`
}
