/** Builds the browser's code when its sources are not those of the last build. Called by start and by the tests. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { runStep } from '../test/runStep.ts'

const CODE = [
  'renderer',
  'runtime/client',
  'runtime/core',
  'plugins',
  'vite.config.ts',
  'package-lock.json',
  'scripts/start/buildClient.ts',
  'scripts/start/drawing.vite.ts',
  'scripts/start/offlineWorker.ts',
]
/** Documents that the code imports. */
const DOCUMENTS = ['schemas/skins', 'schemas/kinds', 'schemas/keywords']
const GZIPPED = new Set(['.js', '.css', '.svg', '.txt', '.json'])
const OUTPUT = 'dist/client'
/** What the server draws first screens with. */
const DRAWING = 'dist/drawing'
const DRAWING_CONFIG = 'scripts/start/drawing.vite.ts'
const STAMP = 'sources.sha256'

/**
 * Builds beside the old client and then takes its place: an interrupted build is never served, and a running server keeps the old one till then.
 * @returns whether a build was needed
 * @throws  Error with Vite's output
 */
export async function buildClient(project: string): Promise<boolean> {
  const output = join(project, OUTPUT)
  const hash = hashSources(project)
  if (stampOf(output) === hash) return false
  const fresh = `${output}.${process.pid}`
  const drawing = `${join(project, DRAWING)}.${process.pid}`
  try {
    await Promise.all([runVite(project, fresh), runVite(project, drawing, ['--config', join(project, DRAWING_CONFIG)])])
    await packFiles(fresh)
    rmSync(join(project, DRAWING), { recursive: true, force: true })
    renameSync(drawing, join(project, DRAWING))
    writeFileSync(join(fresh, STAMP), hash)
    rmSync(output, { recursive: true, force: true })
    renameSync(fresh, output)
  } finally {
    for (const folder of [fresh, drawing]) rmSync(folder, { recursive: true, force: true })
  }
  return true
}

function stampOf(output: string): string | null {
  const stamp = join(output, STAMP)
  return existsSync(stamp) ? readFileSync(stamp, 'utf8') : null
}

async function runVite(project: string, output: string, more: string[] = []): Promise<void> {
  const vite = join(project, 'node_modules/vite/bin/vite.js')
  const command = ['node', vite, 'build', '--logLevel', 'warn', '--outDir', output, '--emptyOutDir', ...more]
  // a test runner sets NODE_ENV=test, with which React's development build would be taken
  const environment = { NODE_ENV: 'production' }
  const { passed, output: printed } = await runStep({ title: 'vite build', command, directory: project, environment })
  if (!passed) throw new Error(`the client could not be built:\n${printed.trim()}`)
}

/** Beside each file its gzipped form, where that is smaller, and of the first load by brotli too: no server has to make them. */
async function packFiles(folder: string): Promise<void> {
  const index = readFileSync(join(folder, 'index.html'), 'utf8')
  const pack = async (file: string) => {
    const body = readFileSync(file)
    const packed = await promisify(gzip)(body, { level: 9 })
    if (packed.length >= body.length) return
    writeFileSync(`${file}.gz`, packed)
    if (index.includes(basename(file))) writeFileSync(`${file}.br`, await promisify(brotliCompress)(body))
  }
  await Promise.all(
    filesBelow(folder)
      .filter((file) => GZIPPED.has(extname(file)))
      .map(pack),
  )
}

function hashSources(project: string): string {
  const hash = createHash('sha256')
  for (const file of [...CODE, ...DOCUMENTS].flatMap((source) => filesBelow(join(project, source))).sort()) {
    hash.update(file.slice(project.length)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

function filesBelow(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path]
  const entries = readdirSync(path, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}
