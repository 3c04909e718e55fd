import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

export interface SourceFile {
  /** From the project's root, with forward slashes. */
  path: string
  text: string
}

const FOLDERS = ['runtime', 'renderer', 'plugins', 'scripts', 'tests']
const TEXT = /\.(ts|tsx|mjs|css|html|json)$/

/** All text files of the code, sorted by path. */
export function readSources(project: string): SourceFile[] {
  return FOLDERS.flatMap((folder) => readdirSync(join(project, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && TEXT.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ path: relative(project, file).split(sep).join('/'), text: readFileSync(file, 'utf8') }))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
}
