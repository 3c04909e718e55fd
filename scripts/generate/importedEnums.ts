/** Names that source files import from `plugins/generated/enums.ts`: no others are generated. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDERS = ['plugins', 'scripts', 'tests']
const IMPORT = /import (?:type )?\{([^}]*)\} from '[^']*generated\/enums\.ts'/g

/** @param root  the project's folder */
export function importedEnums(root: string): ReadonlySet<string> {
  const names = FOLDERS.flatMap((folder) => sourceFiles(join(root, folder))).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(IMPORT)].flatMap(([, list = '']) => list.split(',')),
  )
  return new Set(names.map((name) => name.trim().replace(/^type /, '')))
}

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('generated'))
    .map((name) => join(folder, name))
}
