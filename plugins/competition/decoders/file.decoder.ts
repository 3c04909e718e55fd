/** A competition file of strangers (zip) -> its JSON, read but not looked at, and the bytes of the files that it holds, one behind the other. */
import { defineDecoder } from '../../../runtime/core/contracts.ts'
import { AgonError } from '../../../runtime/core/errors.ts'
import { jsonExcess } from '../../../runtime/core/jsonBounds.ts'
import type { UnpackedFile } from '../file/CompetitionFile.ts'

interface Limits {
  /** Name of the part with the JSON. */
  content: string
  files: number
}
const FILE_PATH = /^files\/[^/]{1,120}$/

export default defineDecoder<Limits, UnpackedFile>('competition.file', async (bytes, limits, { unzip }) => {
  const parts = await unzip(bytes, (name) => name === limits.content || FILE_PATH.test(name))
  const content = parts.get(limits.content)
  const held = [...parts].filter(([name]) => name !== limits.content)
  if (!content || held.length > limits.files) throw new AgonError('COMPETITION_FILE')
  const files: Record<string, { from: number; size: number }> = {}
  let from = 0
  for (const [name, { length }] of held) {
    files[name] = { from, size: length }
    from += length
  }
  return { value: { content: parsed(new TextDecoder().decode(content)), files }, bytes: Buffer.concat(held.map(([, part]) => part)) }
})

/** @throws COMPETITION_FILE */
function parsed(text: string): unknown {
  if (jsonExcess(text) !== null) throw new AgonError('COMPETITION_FILE')
  try {
    return JSON.parse(text)
  } catch {
    throw new AgonError('COMPETITION_FILE')
  }
}
