/** Files of the built client that belong to a part whose code is loaded on demand: the browser asks for them with the page. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathOfName } from '../../core/namePath.ts'

interface Chunk {
  file: string
  css?: string[]
  imports?: string[]
}

/** @param folder    of the built client
 *  @param builtPage its HTML, which names the files of the first load. Answers the other files for a part (kind and name) */
export function partFilesOf(folder: string, builtPage: string): (part: string) => readonly string[] {
  const file = join(folder, '.vite/manifest.json')
  const chunks = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, Chunk>) : {}
  return (part) => {
    const [kind, name = ''] = part.split(' ')
    const chunk = chunks[kind === 'widget' ? `../plugins/${pathOfName(name)}.widget.tsx` : `nodes/${name}.lazy.tsx`]
    return chunk ? filesBelow(chunk, chunks).filter((address) => !builtPage.includes(address)) : []
  }
}

function filesBelow(chunk: Chunk, chunks: Record<string, Chunk>, seen = new Set<Chunk>()): string[] {
  if (seen.has(chunk)) return []
  seen.add(chunk)
  const below = (chunk.imports ?? []).flatMap((name) => (chunks[name] ? filesBelow(chunks[name], chunks, seen) : []))
  return [`/${chunk.file}`, ...(chunk.css ?? []).map((css) => `/${css}`), ...below]
}
