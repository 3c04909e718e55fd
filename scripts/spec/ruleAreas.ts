import type { SourceFile } from '../check/readSources.ts'

const NAMED = /['"`]([a-z]\w*)\.[a-z]\w*(?:\.\w+)*['"`]/g

/** The area whose rules a test holds: that of its folder or name, else the one whose documents it names; of the kernel's own tests `kernel-` and the folder. */
export function areaOfTest({ path, text }: SourceFile, areas: ReadonlySet<string>): string {
  const parts = path.split('/').map((part) => part.split('.')[0]!)
  const placed = parts.findLast((part) => areas.has(part) || areas.has(part.replace(/s$/, '')))
  if (placed !== undefined) return areas.has(placed) ? placed : placed.replace(/s$/, '')
  const isKernel = ['core', 'runtime', 'renderer', 'scripts', 'conformance'].includes(parts[1]!) || parts.length > 3
  return (isKernel ? null : mentioned(text, areas)) ?? `kernel-${parts.at(-2) === 'tests' ? parts[1] : parts.at(-2)}`
}

function mentioned(text: string, areas: ReadonlySet<string>): string | null {
  const counts = new Map<string, number>()
  for (const [, area] of text.matchAll(NAMED)) if (areas.has(area!)) counts.set(area!, (counts.get(area!) ?? 0) + 1)
  const [first] = [...counts].sort(([, a], [, b]) => b - a)
  return first?.[0] ?? null
}
