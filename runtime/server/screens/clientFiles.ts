/** The built client, held in memory: small, read once, never touching the disk while serving. Files that the build has gzipped are held in that form alone,
 *  those of the first load by brotli too, and decompressed for clients without either. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { type Content, packed } from './content.ts'

export interface ClientFile {
  content: Content
  type: string
  /** Its name carries a hash of its content. */
  immutable: boolean
}

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.bcmap': 'application/octet-stream',
  '.txt': 'text/plain; charset=utf-8',
}
/** Vite writes files that are named by their content there. */
const HASHED = 'assets/'

/** Path from the folder with `/` -> file; empty when the client is not built. */
export function readClientFiles(folder: string): Map<string, ClientFile> {
  if (!existsSync(folder)) return new Map()
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return new Map(
    entries
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [relative(folder, file).split(sep).join('/'), file] as const)
      .filter(([path]) => !path.startsWith('.') && extname(path) in TYPES)
      .map(([path, file]) => [path, readClientFile(path, file)]),
  )
}

function readClientFile(path: string, file: string): ClientFile {
  const gzip = `${file}.gz`
  const brotli = `${file}.br`
  return {
    content: existsSync(gzip)
      ? packed(readFileSync(gzip), existsSync(brotli) ? readFileSync(brotli) : undefined)
      : { body: readFileSync(file), gzip: null },
    type: TYPES[extname(path)] ?? 'application/octet-stream',
    immutable: path.startsWith(HASHED),
  }
}
