/** The decisions of the project: one file each, `docs/decisions/<group>/<name>.md`, with a head that says its status and its date. */
import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'

export const DECISIONS = 'docs/decisions'

export interface Decision {
  /** From the project's folder, with forward slashes. */
  file: string
  /** The folder in which it lies. */
  group: string
  /** What the first heading says; empty without one. */
  title: string
  /** The lines `key: value` of its head. */
  head: Record<string, string>
  text: string
}

/** All of them, by group, then by date and name. @param root folder of the project */
export function readDecisions(root: string): Decision[] {
  return globSync(`${DECISIONS}/*/*.md`, { cwd: root })
    .map((path) => path.split(sep).join('/'))
    .map((file) => readDecision(file, readFileSync(join(root, file), 'utf8')))
    .sort((a, b) => compare(a.group, b.group) || compare(a.head.date ?? '', b.head.date ?? '') || compare(a.file, b.file))
}

export function readDecision(file: string, text: string): Decision {
  const [, head = ''] = /^---\n([\s\S]*?)\n---\n/.exec(text) ?? []
  const lines = [...head.matchAll(/^([\w ]+): *(.*)$/gm)].map(([, key = '', value = '']) => [key, value] as const)
  return {
    file,
    group: file.split('/').at(-2) ?? '',
    title: /^# (.+)$/m.exec(text)?.[1] ?? '',
    head: Object.fromEntries(lines),
    text,
  }
}

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
