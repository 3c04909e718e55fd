/** The app document as this server serves it: its `environment` names variables whose values take the place of what the document says. */
import { readFileName } from '../../core/documents/parseDocument.ts'
import type { RawDocument } from '../../core/platform.ts'

export type Environment = Readonly<Record<string, string | undefined>>
type Json = Record<string, unknown>

/** Other documents stay as they are. So does one that cannot be read: its mistake is reported later. */
export function withEnvironment(raw: RawDocument, environment: Environment): RawDocument {
  const name = readFileName(raw.file)
  if ('finding' in name || name.kind !== 'app') return raw
  const app = parsed(raw.text)
  const set = Object.entries((app?.environment ?? {}) as Record<string, string>).filter(([variable]) => environment[variable])
  if (!app || set.length === 0) return raw
  for (const [variable, pointer] of set) write(app, pointer.split('/').slice(1), environment[variable]!)
  const text = JSON.stringify(app)
  return { file: raw.file, text, ...(raw.revision === undefined ? {} : { revision: `${raw.revision} ${text}` }) }
}

function parsed(text: string): Json | null {
  try {
    return JSON.parse(text) as Json
  } catch {
    return null
  }
}

function write(object: Json, [name = '', ...rest]: readonly string[], value: string): void {
  if (rest.length === 0) {
    object[name] = value
    return
  }
  object[name] ??= {}
  write(object[name] as Json, rest, value)
}
