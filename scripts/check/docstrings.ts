/** Asks for a docstring on every exported function of the code that runs. The header of a file speaks for its main export: the function that the file is
 *  named after, or its only one. */
import type { SourceFile } from './readSources.ts'

const LOOKED_AT = /^(?:runtime|renderer|plugins)\/(?!(?:.+\/)?generated\/)(?:.+\/)?(\w+)(?:\.\w+)*\.tsx?$/
const FUNCTION = /^export (?:default )?(?:async )?function\*? (\w+)|^export const (\w+) = (?:async )?(?:<.*>)?\(.*=>/

/** @returns one line per exported function without a docstring */
export function checkDocstrings(sources: readonly SourceFile[]): string[] {
  return sources.flatMap(({ path, text }) => {
    const stem = LOOKED_AT.exec(path)?.[1]
    return stem === undefined
      ? []
      : undocumented(stem, text).map((name) => `${path}: give ${name} a docstring: what it answers, units, errors`)
  })
}

function undocumented(stem: string, text: string): string[] {
  const lines = text.split('\n')
  const functions = lines.flatMap((line, at) => {
    const match = FUNCTION.exec(line)
    return match ? [{ name: (match[1] ?? match[2]) as string, at }] : []
  })
  const names = new Set(functions.map(({ name }) => name))
  const ofHeader = text.startsWith('/**') ? (names.has(stem) ? stem : names.size === 1 ? functions[0]?.name : undefined) : undefined
  const documented = new Set([ofHeader, ...functions.filter(({ at }) => isDocumented(lines, at)).map(({ name }) => name)])
  return [...names].filter((name) => !documented.has(name))
}

/** Remarks for the linter may stand between. */
function isDocumented(lines: readonly string[], at: number): boolean {
  let before = at - 1
  while (lines[before]?.startsWith('//')) before--
  return lines[before]?.trimEnd().endsWith('*/') ?? false
}
