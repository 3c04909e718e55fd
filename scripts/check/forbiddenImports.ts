/** Holds which folder may import which: `renderer -> runtime/client -> runtime/core <- runtime/server`, `plugins -> runtime/core`. Also keeps Node out
 *  of what runs in browsers, and antd inside the widgets. Of the documents only those about documents (kinds, keywords) and the skin that paints
 *  before the first reply may be imported. */
import { isModule, readImports } from './readImports.ts'
import type { SourceFile } from './readSources.ts'

interface Allowed {
  from: RegExp
  /** Project files it may import. */
  to: RegExp
  /** Packages it may not import. */
  packages?: RegExp
}

const NODE = /^node:/
const SCREEN = /^(react|react-dom|react-router-dom|antd|@ant-design|@formily)(\/|$)/
const ANTD = /^(antd|@ant-design)(\/|$)/

/** The first entry that matches a file holds for it. */
const ALLOWED: Allowed[] = [
  {
    from: /^runtime\/core\//,
    to: /^(runtime\/core|schemas\/(kinds|keywords))\//,
    packages: new RegExp(`${NODE.source}|${SCREEN.source}|^fastify|^pg$`),
  },
  { from: /^runtime\/client\//, to: /^runtime\/(client|core)\//, packages: new RegExp(`${NODE.source}|${ANTD.source}|^fastify|^pg$`) },
  { from: /^runtime\/server\//, to: /^runtime\/(server|core)\//, packages: SCREEN },
  { from: /^renderer\/widgets\//, to: /^(renderer|runtime\/(client|core))\//, packages: NODE },
  // the samples that the studio inserts
  { from: /^renderer\/studio\/inPlaceEditor\/samples\.ts$/, to: /^(runtime\/core|docs\/examples\/gallery)\//, packages: NODE },
  { from: /^renderer\//, to: /^(renderer|runtime\/(client|core)|schemas\/skins)\//, packages: new RegExp(`${NODE.source}|${ANTD.source}`) },
  { from: /^plugins\/.*\.tsx$/, to: /^(plugins|runtime\/core)\//, packages: NODE },
  { from: /^plugins\//, to: /^(plugins|runtime\/core)\//, packages: SCREEN },
]

/** @returns one line per import that is forbidden */
export function checkForbiddenImports(sources: SourceFile[]): string[] {
  return sources.filter(({ path }) => isModule(path)).flatMap(wrongImports)
}

function wrongImports(source: SourceFile): string[] {
  const { path } = source
  const allowed = ALLOWED.find(({ from }) => from.test(path))
  if (!allowed) return []
  return readImports(source)
    .filter(({ target, file }) => (file === null ? allowed.packages?.test(target) : !allowed.to.test(file)))
    .map(({ target }) => `${path}: may not import ${target}`)
}
