/** A file of this platform by its address: of an upload, or of a certificate. What is elsewhere is not fetched. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { storedFile } from '../../runtime/core/storedFile.ts'

const CERTIFICATE = '/api/web/getCertificate'

export default defineHandler('files.byUrl', async ({ url }, context) => {
  const address = ownAddress(url, context)
  const id = address && storedFile(address.pathname)
  if (id) return context.call('platform.file', { id })
  if (address?.pathname === CERTIFICATE) {
    const named = ['id', 'certificate'].flatMap((name) => {
      const value = address.searchParams.get(name)
      return value ? [[name, value]] : []
    })
    return context.call('certificate.file', Object.fromEntries(named))
  }
  return context.fail('NOT_FOUND', { entity: 'platform.file' })
})

/** Null for an address of another site, and for what is none. */
function ownAddress(url: string, { site }: Pick<HandlerContext, 'site'>): URL | null {
  const address = URL.parse(url, site)
  return address?.origin === new URL(site).origin ? address : null
}
