/** The built client, held in memory with its gzipped form: small, read once, never touching the disk while serving. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { gzipSync } from 'node:zlib'

export interface ClientFile {
  body: Buffer
  /** Made when it is first asked for; null when it would not be smaller. */
  readonly gzip: Buffer | null
  type: string
  /** Its name carries a hash of its content. */
  immutable: boolean
}

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
}
const COMPRESSED = new Set(['.js', '.css', '.html', '.json', '.svg', '.txt'])
/** Vite puts what it names by content there. */
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
  const body = readFileSync(file)
  const extension = extname(path)
  let gzip: Buffer | null | undefined
  return {
    body,
    get gzip() {
      if (gzip === undefined) gzip = COMPRESSED.has(extension) ? smaller(body) : null
      return gzip
    },
    type: TYPES[extension] ?? 'application/octet-stream',
    immutable: path.startsWith(HASHED),
  }
}

function smaller(body: Buffer): Buffer | null {
  const gzip = gzipSync(body, { level: 9 })
  return gzip.length < body.length ? gzip : null
}
