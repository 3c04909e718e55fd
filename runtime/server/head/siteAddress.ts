/** Where absolute addresses of the platform begin: scheme and host, no slash at the end. From the settings, never from a request. */
import type { ServerConfig } from '../server-context.ts'

export function siteAddress({ environment }: Pick<ServerConfig, 'environment'>): string {
  return (environment.SITE_ADDRESS || `http://localhost:${environment.PORT || 8080}`).replace(/\/+$/, '')
}
