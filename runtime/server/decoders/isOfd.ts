/** Whether a zip is an OFD document (GB/T 33190): its OFD.xml names the documents inside. */
import { isXml } from './isXml.ts'

const ENTRY = 'OFD.xml'

/** @param parts  of the zip */
export function isOfd(parts: ReadonlyMap<string, Uint8Array>): boolean {
  const entry = parts.get(ENTRY)
  return entry !== undefined && isXml(entry, 'OFD')
}
