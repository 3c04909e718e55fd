/** Keeps names of files and folders in one way of writing: camelCase, files named after a component or a type in PascalCase, parts between dots. */
import { readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { nameOfPath } from '../../runtime/core/namePath.ts'
import type { SourceFile } from './readSources.ts'

const FOLDERS = ['runtime', 'renderer', 'plugins', 'scripts', 'tests', 'schemas']
/** Names that cannot be changed: browsers ask for them, or databases have stored them (applied migrations, ids of changed texts). */
const GIVEN = /^renderer\/public\/|\/migrations\/\d{4}-[\w-]+\.sql$|^schemas\/locales\/\w+\/(kernel|studio)-\w+\.json$/
const PART = /^[a-z][a-zA-Z0-9]*$/
const LARGE_PART = /^[A-Z][a-zA-Z0-9]*$/
/** Files whose code is found by the name of the file. */
const FOUND_BY_NAME = /^(plugins|schemas)\/(.+)\.(\w+)\.(?:tsx?|json)$/
const NO_DOCUMENTS = /^schemas\/(kinds|locales)\//

/** Every file of the code and the documents, from the project's root, with forward slashes. */
export function listFiles(project: string): string[] {
  return FOLDERS.flatMap((folder) => readdirSync(join(project, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(project, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
}

/** @returns one line per file with a wrong name, or whose name clashes with another file */
export function checkFileNames(paths: readonly string[], sources: readonly SourceFile[] = []): string[] {
  return [...paths.flatMap(misnamed), ...clashes(paths), ...sources.flatMap(smallComponent)]
}

function misnamed(path: string): string[] {
  if (GIVEN.test(path)) return []
  const wrong = path.split('/').find((step) => !step.split('.').every((part) => PART.test(part) || (isCode(path) && LARGE_PART.test(part))))
  return wrong === undefined ? [] : [`${path}: write "${wrong}" in camelCase: ${toCamelCase(wrong)}`]
}

function isCode(path: string): boolean {
  return /\.tsx?$/.test(path)
}

function toCamelCase(name: string): string {
  const joined = name.replace(/[-_ ]+(.)/g, (_, letter: string) => letter.toUpperCase())
  return joined.slice(0, 1).toLowerCase() + joined.slice(1)
}

/** Files whose names differ only in upper and lower case are the same file on some systems; two files of one area and name provide one thing twice. */
function clashes(paths: readonly string[]): string[] {
  const owners = new Map<string, string>()
  return paths.flatMap((path) => {
    const [, tree, name, role] = (NO_DOCUMENTS.test(path) ? null : FOUND_BY_NAME.exec(path)) ?? []
    const keys = [path.toLowerCase(), ...(name ? [`${tree} ${nameOfPath(name)} ${role}`] : [])]
    const other = keys.map((key) => owners.get(key)).find((owner) => owner !== undefined)
    for (const key of keys) owners.set(key, path)
    return other === undefined ? [] : [`${path}: has the name of ${other}; sub-folders and large letters do not tell names apart`]
  })
}

const COMPONENT = /^export (?:default )?function ([A-Z]\w*)/gm
/** Their files are found by the name of a node. */
const NODES = /^renderer\/nodes\//

function smallComponent({ path, text }: SourceFile): string[] {
  const stem = /\/([a-z]\w*)\.tsx$/.exec(path)?.[1]
  if (stem === undefined || NODES.test(path)) return []
  const component = [...text.matchAll(COMPONENT)]
    .map((match) => match[1] as string)
    .find((name) => name.toLowerCase() === stem.toLowerCase())
  return component === undefined ? [] : [`${path}: name it after its component: ${component}.tsx`]
}
