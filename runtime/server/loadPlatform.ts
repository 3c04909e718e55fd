/** Holds the platform of this moment and loads the next one: files of one or more folders, then stored documents, through `buildPlatform`.
 *  A new platform replaces the old only when it is valid and everything that depends on it could be prepared. */
import { pathToFileURL } from 'node:url'
import type { Handler } from '../core/contracts.ts'
import { type BuiltPlatform, buildPlatform } from '../core/documents/buildPlatform.ts'
import type { WrittenFiles } from '../core/documents/filesOfPublished.ts'
import { formatFailures } from '../core/documents/formatFailures.ts'
import { madeFiles } from '../core/documents/readDocuments.ts'
import { rawTexts } from '../core/documents/textsDocuments.ts'
import { AgonError } from '../core/errors.ts'
import type { Names, Platform, RawDocument } from '../core/platform.ts'
// the server knows the phone numbers of all countries from the start
import '../core/values/phoneRules.ts'
import { setPlatformZone } from '../core/values/platformZone.ts'
import { compileFailures, isCompiled } from './documents/compileFailures.ts'
import { type Fitted, fitStored } from './documents/fitStored.ts'
import { type LoadedFiles, loadFiles } from './documents/loadFiles.ts'
import { overlayFiles } from './documents/overlayFiles.ts'
import { type Environment, withEnvironment } from './documents/withEnvironment.ts'
import { findHandlers } from './findPlugins.ts'
import { type Extensions, importExtensions } from './importExtensions.ts'
import { importRules, type RulesOf } from './rows/importRules.ts'

export interface PlatformSource {
  platform(): Platform
  /** Documents as they stand in files. */
  shipped(): readonly RawDocument[]
  /** The files, as they are written. */
  files(): WrittenFiles
  /** Another platform, not served: of the files and these documents in their place. The same one for the same documents. */
  build(stored: readonly RawDocument[]): BuiltPlatform
  /** Which of these documents the platform takes. The same one for the same documents. */
  fitting(stored: readonly RawDocument[]): Fitted
  names: Names
  handlers: ReadonlyMap<string, Handler>
  extensions: Extensions
  rules: RulesOf
  /** `prepare` compiles what depends on a platform and answers the function that makes it live. The files of the start are used, unless `files` is
   *  given: then they are read again, and missing tables are made before anything goes live. */
  reload(
    stored: () => Promise<RawDocument[]>,
    prepare: (platform: Platform) => () => void,
    files?: { makeTables(platform: Platform): Promise<void> },
  ): Promise<void>
  /** Settles when what is being read is live, or was refused. */
  reloaded(): Promise<void>
  onReload(listener: (platform: Platform) => void): () => void
}

/** @throws DOCUMENT_INVALID with details.failures, when built-in documents have them */
export async function createPlatformSource(
  folders: readonly string[],
  environment: Environment,
  given?: Platform,
): Promise<PlatformSource> {
  const handlers = await importHandlers(folders)
  const extensions = await importExtensions(folders)
  const rules = await importRules(folders)
  const build = (from: LoadedFiles, stored: readonly RawDocument[]) => buildOf(from, stored, environment)
  const fitting = (from: LoadedFiles, stored: readonly RawDocument[]) => fitOnce(from, stored, (kept) => build(from, kept))
  const buildOrThrow = (from: LoadedFiles, stored: readonly RawDocument[]): Platform => {
    const { platform, failures } = fitting(from, stored).built
    if (failures) throw new AgonError('DOCUMENT_INVALID', { failures }, `\n${formatFailures(failures)}`)
    return platform
  }
  const assertCompiled = (next: Platform, from: LoadedFiles): void => {
    const failures = compileFailures(next, from.raws)
    if (failures.length > 0) throw new AgonError('DOCUMENT_INVALID', { failures }, `\n${formatFailures(failures)}`)
  }
  const read = () => mergeFiles(folders.map(loadFiles))
  let files = read()
  const listeners = new Set<(platform: Platform) => void>()
  let current = given ?? buildOrThrow(files, [])
  setPlatformZone(current.app.timeZone)
  /** One after the other: of two that read at the same time, the older could be the last to go live. */
  let last: Promise<unknown> = Promise.resolve()
  const reload: PlatformSource['reload'] = async (stored, prepare, anew) => {
    const found = anew ? read() : files
    const next = given ?? buildOrThrow(found, await stored())
    if (anew && !given) assertCompiled(next, found)
    await anew?.makeTables(next)
    files = found
    const goLive = prepare(next)
    const changed = next.hash !== current.hash
    current = next
    setPlatformZone(next.app.timeZone)
    goLive()
    if (changed) for (const listener of listeners) listener(next)
  }
  return {
    platform: () => current,
    shipped: () => shippedOf(files),
    files: () => files,
    build: (stored) => build(files, stored),
    fitting: (stored) => fitting(files, stored),
    names: files.names,
    handlers,
    extensions,
    rules,
    reload(...how) {
      const mine = last.then(() => reload(...how))
      last = mine.catch(() => undefined)
      return mine
    },
    reloaded: () => last.then(() => {}),
    onReload(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The last platforms built in this process with their sources, newest first. A start builds before and after it can read stored documents, which are
 *  mostly the same; and the platform that is checked before publishing is the one served afterwards. */
let builtBefore: { from: readonly string[]; built: BuiltPlatform }[] = []
const BUILT_KEPT = 3

/** The same platform for the same documents. @param stored  at most one of a kind and id */
function buildOf({ raws, texts, names }: LoadedFiles, stored: readonly RawDocument[], environment: Environment): BuiltPlatform {
  // the platform itself puts stored documents in the place of files: what is nested in those stays
  const documents = [...raws, ...[...stored].sort(byFile)].map((raw) => withEnvironment(raw, environment))
  const from = [
    ...[...documents, ...texts].map((raw) => raw.revision ?? raw.file + raw.text),
    ...Object.values(names).flatMap((known) => ['', ...known]),
  ]
  const known = builtBefore.find((before) => before.from.length === from.length && before.from.every((part, index) => part === from[index]))
  const built = known?.built ?? compiled(buildPlatform(documents, texts, names), documents, stored)
  builtBefore = [{ from, built }, ...builtBefore.filter((before) => before !== known)].slice(0, BUILT_KEPT)
  return built
}

/** A stored document of which no statement can be made is left out like any other that does not fit. Those of files are compiled by the start itself. */
function compiled(built: BuiltPlatform, documents: readonly RawDocument[], stored: readonly RawDocument[]): BuiltPlatform {
  if (built.failures || !stored.some(isCompiled)) return built
  const failures = compileFailures(built.platform, documents)
  return failures.length > 0 ? { failures } : built
}

/** What was fitted last; its documents are asked for at every look at the list of them. */
let fittedBefore: { files: LoadedFiles; stored: string; fitted: Fitted } | undefined

function fitOnce(files: LoadedFiles, stored: readonly RawDocument[], build: (kept: readonly RawDocument[]) => BuiltPlatform): Fitted {
  const names = stored.map(({ file }) => file).join('\n')
  if (fittedBefore?.files !== files || fittedBefore.stored !== names)
    fittedBefore = { files, stored: names, fitted: fitStored(stored, build) }
  return fittedBefore.fitted
}

function byFile(left: RawDocument, right: RawDocument): number {
  return left.file < right.file ? -1 : left.file > right.file ? 1 : 0
}

const shippedBefore = new WeakMap<LoadedFiles, readonly RawDocument[]>()

/** Documents of files, locale files among them, and what they stand for. */
function shippedOf(files: LoadedFiles): readonly RawDocument[] {
  const shipped = shippedBefore.get(files) ?? [...files.raws.flatMap(madeFiles), ...rawTexts(files.texts)]
  shippedBefore.set(files, shipped)
  return shipped
}

function mergeFiles(all: readonly LoadedFiles[]): LoadedFiles {
  const union = (pick: (names: Names) => ReadonlySet<string>) => new Set(all.flatMap(({ names }) => [...pick(names)]))
  return {
    raws: all.map(({ raws }) => raws).reduce(overlayFiles),
    texts: all.flatMap(({ texts }) => texts),
    names: {
      handlers: union((names) => names.handlers),
      widgets: union((names) => names.widgets),
      providers: union((names) => names.providers),
      steps: union((names) => names.steps),
      keywords: union((names) => names.keywords),
      icons: union((names) => names.icons),
    },
  }
}

async function importHandlers(folders: readonly string[]): Promise<Map<string, Handler>> {
  const handlers = new Map<string, Handler>()
  for (const { name, file } of folders.flatMap(findHandlers)) {
    const handler = ((await import(pathToFileURL(file).href)) as { default?: Handler }).default
    if (handler?.name !== name) throw new AgonError('HANDLER_NAME', { file, expected: name, found: handler?.name ?? 'no default export' })
    handlers.set(name, handler)
  }
  return handlers
}
