/** Entries -> a zip at a path, streamed: a file is opened when its turn comes, and none is held in memory. */
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import yazl from 'yazl'

/** `content`: the bytes, the path of a file on disk, or what opens a stream. */
export interface ZipEntry {
  name: string
  content: Buffer | { path: string } | (() => Promise<NodeJS.ReadableStream>)
}

/** @param began called with which entry's turn it is, from 0 */
export async function writeZip(path: string, entries: readonly ZipEntry[], began: (at: number) => void = () => {}): Promise<void> {
  const zip = fill(entries, began)
  const failed = new Promise<never>((_, reject) => zip.once('error', reject))
  await Promise.race([pipeline(zip.outputStream, createWriteStream(path, { mode: 0o600 })), failed])
}

/** A zip of a few texts, as it is read. */
export function zipTexts(entries: readonly { name: string; text: string }[]): NodeJS.ReadableStream {
  return fill(entries.map(({ name, text }) => ({ name, content: Buffer.from(text) }))).outputStream
}

function fill(entries: readonly ZipEntry[], began: (at: number) => void = () => {}): yazl.ZipFile {
  const zip = new yazl.ZipFile()
  for (const [at, { name, content }] of entries.entries()) {
    if (Buffer.isBuffer(content)) zip.addBuffer(content, name)
    else if ('path' in content) zip.addFile(content.path, name)
    else
      zip.addReadStreamLazy(name, (take) => {
        began(at)
        content().then(
          (stream) => take(null, stream),
          (error) => take(error, null as never),
        )
      })
  }
  zip.end()
  return zip
}

/** Names as a zip takes them: folders stay, nothing climbs out of it, and of two with one name the later is numbered (`a.pdf`, `a (2).pdf`). */
export function entryNames(names: readonly string[], clean: (part: string) => string): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    const whole = name.split('/').map(clean).join('/')
    const dot = whole.lastIndexOf('.') > whole.lastIndexOf('/') ? whole.lastIndexOf('.') : whole.length
    let free = whole
    for (let number = 2; taken.has(free.toLowerCase()); number++) free = `${whole.slice(0, dot)} (${number})${whole.slice(dot)}`
    taken.add(free.toLowerCase())
    return free
  })
}
