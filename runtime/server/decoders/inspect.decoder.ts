/** What an uploaded file is, before it is kept. */
import { defineDecoder } from '../../core/contracts.ts'
import { type InspectedFile, inspectFile } from './inspectFile.ts'

export default defineDecoder<{ name: string; allowed: readonly string[] }, InspectedFile>(
  'platform.inspect',
  async (bytes, { name, allowed }) => ({
    value: await inspectFile(bytes, name, allowed),
  }),
)
