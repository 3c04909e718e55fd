/** Reads what the project ships: documents, locale files and the names that code provides. Reads only; `buildPlatform` judges. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { nameOfPath } from '../../core/namePath.ts'
import type { Names, RawDocument } from '../../core/platform.ts'

/** Everything `buildPlatform` needs, as found on disk; files are named relative to the root, with `/`. */
export interface LoadedFiles {
  raws: RawDocument[]
  texts: RawDocument[]
  names: Names
}

/** Folders under `schemas/` that hold no documents. */
const NOT_DOCUMENTS = ['schemas/kinds/', 'schemas/locales/']

/** @param root folder of the project (holds `schemas/`, `plugins/`, `runtime/`, `renderer/`); missing folders are empty */
export function loadFiles(root: string): LoadedFiles {
  const json = list(root, 'schemas').filter((file) => file.endsWith('.json'))
  const read = (file: string) => readFile(root, file)
  return {
    raws: json.filter((file) => !NOT_DOCUMENTS.some((folder) => file.startsWith(folder))).map(read),
    texts: json.filter((file) => file.startsWith('schemas/locales/')).map(read),
    names: loadNames(root),
  }
}

/** An unchanged file stays the same object while something still refers to it, so that results made from it can be reused. */
const readBefore = new Map<string, { revision: string; raw: WeakRef<RawDocument> }>()

function readFile(root: string, file: string): RawDocument {
  const path = join(root, file)
  const { mtimeMs, size, ino } = statSync(path)
  const revision = `${path} ${mtimeMs} ${size} ${ino}`
  const known = readBefore.get(path)
  const before = known?.revision === revision ? known.raw.deref() : undefined
  if (before) return before
  // read again on demand, which is rare: results made from it are kept, and all texts together take megabytes
  const raw = {
    file,
    revision,
    get text() {
      return readFileSync(path, 'utf8')
    },
  }
  readBefore.set(path, { revision, raw: new WeakRef(raw) })
  return raw
}

/** The names that code provides, found by file name only: no code runs. */
export function loadNames(root: string): Names {
  const plugins = list(root, 'plugins')
  const named = (files: string[], folder: string, ending: RegExp, area = ''): string[] =>
    files
      .filter((file) => file.startsWith(folder) && ending.test(file))
      .map((file) => nameOfPath(area + file.slice(folder.length).replace(ending, '')))
  return {
    handlers: new Set([
      ...named(plugins, 'plugins/', /\.handler\.ts$/),
      ...named(list(root, 'runtime/server/handlers'), 'runtime/server/handlers/', /\.handler\.ts$/, 'platform/'),
    ]),
    widgets: new Set([
      ...named(plugins, 'plugins/', /\.widget\.tsx?$/),
      ...named(list(root, 'renderer/widgets/controls'), 'renderer/widgets/controls/', /\.widget\.tsx?$/),
    ]),
    providers: new Set(named(plugins, 'plugins/', /\.provider\.ts$/)),
    steps: new Set([
      ...named(plugins, 'plugins/', /\.step\.ts$/),
      ...named(list(root, 'runtime/client/steps'), 'runtime/client/steps/', /\.step\.ts$/),
    ]),
    keywords: new Set(named(list(root, 'runtime/core/keywords'), 'runtime/core/keywords/', /\.ts$/)),
    icons: new Set(iconsOf(join(root, 'renderer/widgets/light/icons.json'))),
  }
}

function iconsOf(path: string): string[] {
  return existsSync(path) ? Object.keys(JSON.parse(readFileSync(path, 'utf8')) as object) : []
}

/** Files below a folder, sorted, relative to the root. */
function list(root: string, folder: string): string[] {
  const start = join(root, folder)
  if (!existsSync(start)) return []
  return readdirSync(start, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
}
