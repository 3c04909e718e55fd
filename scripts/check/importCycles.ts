/** Refuses import cycles: no module may import itself, directly or through others. Imports of types do not count, and `import()` does not either,
 *  because it runs later. */
import { isModule, readImports } from './readImports.ts'
import type { SourceFile } from './readSources.ts'

/** @returns one line per cycle, with the modules in the order in which they import each other */
export function checkImportCycles(sources: readonly SourceFile[]): string[] {
  const modules = sources.filter(({ path }) => isModule(path))
  const known = new Set(modules.map(({ path }) => path))
  const imports = new Map(
    modules.map((source) => [
      source.path,
      readImports(source).flatMap(({ file, loaded }) => (loaded === 'now' && file !== null && known.has(file) ? [file] : [])),
    ]),
  )
  return findCycles(imports).map((cycle) => `${[...cycle, cycle[0]].join(' -> ')}: move what two of them need to a file of its own`)
}

/** Depth-first search: an import of a module that is on the current path closes a cycle. */
function findCycles(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const cycles: string[][] = []
  const done = new Set<string>()
  const way: string[] = []
  const walk = (module: string) => {
    const at = way.indexOf(module)
    if (at >= 0) cycles.push(way.slice(at))
    if (at >= 0 || done.has(module)) return
    way.push(module)
    for (const next of imports.get(module) ?? []) walk(next)
    way.pop()
    done.add(module)
  }
  for (const module of imports.keys()) walk(module)
  return cycles
}
