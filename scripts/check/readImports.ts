/** The imports of a module, read from its text alone: TypeScript's own parser takes seconds for all files. */
import { posix } from 'node:path'
import type { SourceFile } from './readSources.ts'

export interface Import {
  /** As it is written. */
  target: string
  /** From the project's root; null: a package. */
  file: string | null
  /** `now`: when the module is loaded; `later`: by `import()`; `never`: types alone. */
  loaded: 'now' | 'later' | 'never'
}

const IMPORT = /(?:^|\n)\s*(?:import|export)\s(?:([^'"`;]*?)\sfrom\s)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g

export function isModule(path: string): boolean {
  return /\.(ts|tsx|mjs)$/.test(path)
}

export function readImports({ path, text }: SourceFile): Import[] {
  return [...text.matchAll(IMPORT)].map(([, clause, loaded, later = '']) => {
    const target = loaded ?? later
    const file = target.startsWith('.') ? posix.join(posix.dirname(path), target) : null
    return { target, file, loaded: loaded === undefined ? 'later' : clause?.startsWith('type ') ? 'never' : 'now' }
  })
}
