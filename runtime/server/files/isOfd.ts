/** Whether a zip is an OFD document (GB/T 33190): its OFD.xml names the documents inside. Nothing else is unpacked. */
import { unzipSync } from 'fflate'
import { isXml } from './isXml.ts'

const ENTRY = 'OFD.xml'
const MAX_ENTRY_BYTES = 1_048_576

export function isOfd(bytes: Uint8Array): boolean {
  try {
    const { [ENTRY]: entry } = unzipSync(bytes, { filter: ({ name, originalSize }) => name === ENTRY && originalSize <= MAX_ENTRY_BYTES })
    return entry !== undefined && isXml(entry, 'OFD')
  } catch {
    return false
  }
}
