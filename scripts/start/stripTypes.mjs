// Preloaded by a server that stays small (`lean.mjs`): TypeScript without its types, stripped once and kept beside the packages. Node's own cache of
// compiled code keeps all that it has read in memory as long as the process lives: 11 MB of a server; and without any cache Node strips everything at
// every start, and keeps what strips (10 MB).
import { mkdirSync, readFileSync, renameSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const PROJECT = new URL('../../', import.meta.url).href
const KEPT = fileURLToPath(new URL(`../../node_modules/.cache/agon-stripped/${process.version}/`, import.meta.url))

registerHooks({
  load(url, context, nextLoad) {
    const path = url.startsWith(PROJECT) && url.endsWith('.ts') ? url.slice(PROJECT.length) : undefined
    if (path === undefined || path.startsWith('node_modules/')) return nextLoad(url, context)
    const source = stripped(fileURLToPath(url), join(KEPT, path))
    return source === undefined ? nextLoad(url, context) : { format: 'module', source, shortCircuit: true }
  },
})

/** The stripped text, kept with the time and the size of its source: types become blanks. Undefined when it is no TypeScript: Node's own error is the
 *  best. */
function stripped(file, kept) {
  const { mtimeMs, size } = statSync(file)
  const before = statSync(kept, { throwIfNoEntry: false })
  if (before?.size === size && Math.trunc(before.mtimeMs) === Math.trunc(mtimeMs)) return readFileSync(kept, 'utf8')
  try {
    const source = stripTypeScriptTypes(readFileSync(file, 'utf8'))
    keep(kept, source, mtimeMs)
    return source
  } catch {
    return undefined
  }
}

/** In one step: another server may start at the same time. A folder that cannot be written only means that the next start strips again. */
function keep(kept, source, mtimeMs) {
  const fresh = `${kept}.${process.pid}`
  try {
    mkdirSync(dirname(kept), { recursive: true })
    writeFileSync(fresh, source)
    utimesSync(fresh, mtimeMs / 1000, Math.trunc(mtimeMs) / 1000)
    renameSync(fresh, kept)
  } catch {}
}
