/** The service worker as a file of the build: it names the files of the same build that a form needs without network. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const SOURCE = join(import.meta.dirname, '../../renderer/worker.js')
const FILE = 'worker.js'
const PLACE = "const BUILT = { entry: '', files: [] }"
/** What everyone needs, and what stands around every form: with all that they import. */
const WHOLE = ['renderer/main.tsx', 'renderer/nodes/form.lazy.tsx', 'renderer/widgets/pickers/PickerPopup.tsx']
/** Parts on demand are kept too, unless they bring more than this: charts, editors and viewers need the network anyway. */
const MAX_CHARACTERS = 40_000

interface Chunk {
  type: 'chunk' | 'asset'
  fileName: string
  code: string
  imports: string[]
  dynamicImports: string[]
  moduleIds: string[]
  viteMetadata?: { importedCss: Set<string> }
}
type Bundle = Record<string, Chunk>

/** The plugin of the client's build; in development the worker is served as it is and keeps nothing. */
export const offlineWorker: Plugin = {
  name: 'offline-worker',
  // when all that is left out of the build is out
  enforce: 'post',
  configureServer({ middlewares }) {
    middlewares.use(`/${FILE}`, (_, reply) => {
      reply.setHeader('content-type', 'text/javascript; charset=utf-8')
      reply.end(readFileSync(SOURCE, 'utf8'))
    })
  },
  generateBundle(_, output) {
    const bundle = output as unknown as Bundle
    const entry = chunkWith(bundle, WHOLE[0]!)
    const built = { entry: `/${entry.fileName}`, files: keptFiles(bundle).map((file) => `/${file}`) }
    const source = readFileSync(SOURCE, 'utf8')
    if (!source.includes(PLACE)) throw new Error(`${SOURCE}: no place for the files of the build`)
    this.emitFile({ type: 'asset', fileName: FILE, source: source.replace(PLACE, () => `const BUILT = ${JSON.stringify(built)}`) })
  },
}

function keptFiles(bundle: Bundle): string[] {
  const kept = new Set<string>()
  const take = (file: string) => {
    for (const each of reached(bundle, file)) kept.add(each)
  }
  for (const module of WHOLE) take(chunkWith(bundle, module).fileName)
  // a set that grows while it is walked is walked to its end
  for (const file of kept) {
    for (const part of bundle[file]!.dynamicImports) {
      const brought = [...reached(bundle, part)].filter((each) => !kept.has(each))
      if (brought.reduce((sum, each) => sum + bundle[each]!.code.length, 0) <= MAX_CHARACTERS) take(part)
    }
  }
  const styles = [...kept].flatMap((file) => [...(bundle[file]!.viteMetadata?.importedCss ?? [])])
  return [...new Set([...kept, ...styles])].sort()
}

/** The chunk and all that it imports. */
function reached(bundle: Bundle, file: string): Set<string> {
  const found = new Set([file])
  for (const each of found) for (const imported of bundle[each]!.imports) if (bundle[imported]) found.add(imported)
  return found
}

function chunkWith(bundle: Bundle, module: string): Chunk {
  const found = Object.values(bundle).find(({ type, moduleIds }) => type === 'chunk' && moduleIds.some((id) => id.endsWith(`/${module}`)))
  if (!found) throw new Error(`no chunk holds ${module}`)
  return found
}
