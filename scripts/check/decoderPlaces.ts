/** Keeps what decodes bytes from outside out of the server's own process: such a library, and zlib's unpacking, is imported in folders named `decoders` alone, whose modules run in
 *  a process of its own and are known to the rest by their types. */
import { isModule, readImports } from './readImports.ts'
import type { SourceFile } from './readSources.ts'

const LIBRARIES = new Set([
  ...['@cantoo/pdf-lib', '@napi-rs/canvas', 'fflate', 'file-type', 'jszip', 'pdfjs-dist', 'saxes', 'sharp', 'yauzl'],
])
const UNPACKS =
  /\b(?:createUnzip|createGunzip|createInflate(?:Raw)?|createBrotliDecompress|gunzip|inflate(?:Raw)?|unzip|brotliDecompress)(?:Sync)?\b/
/** Modules of the server and of plugins; browsers decode by themselves. */
const LOOKED_AT = /^(runtime\/(server|core)|plugins)\/.*\.(ts|mjs)$/
const DECODERS = /\/decoders\//
/** Run in browsers alone. */
const BROWSER = /^runtime\/core\/studio\/import\/office\//
/** They read only what the platform wrote itself. */
const OWN: ReadonlySet<string> = new Set([
  // the PDF that its own thread has written a moment before
  'runtime/server/print/pictureOfPdf.ts',
  // files of the build
  'runtime/server/screens/content.ts',
  // a list of as many bits as the platform writes, and no more
  'plugins/certificate/badge/statusList.ts',
])

/** @returns one line per import that would decode in the server's process */
export function checkDecoderPlaces(sources: SourceFile[]): string[] {
  return sources.filter(({ path }) => LOOKED_AT.test(path) && isModule(path) && !DECODERS.test(path)).flatMap(misplaced)
}

function misplaced(source: SourceFile): string[] {
  const { path, text } = source
  return readImports(source)
    .filter(({ loaded }) => loaded !== 'never')
    .flatMap(({ target, file }) => {
      if (file !== null && DECODERS.test(file)) return [`${path}: may import ${target} by its type alone - ask context.files.decode`]
      if (file !== null && BROWSER.test(file) && !BROWSER.test(path))
        return [`${path}: ${target} is for browsers - ask context.files.decode`]
      if (OWN.has(path) || BROWSER.test(path)) return []
      const isLibrary = LIBRARIES.has(packageOf(target)) || (target === 'node:zlib' && UNPACKS.test(text))
      return isLibrary
        ? [`${path}: ${target} decodes bytes from outside - use it in a decoder (plugins/<area>/decoders/<name>.decoder.ts)`]
        : []
    })
}

function packageOf(target: string): string {
  return target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/')
}
