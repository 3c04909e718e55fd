/** Step kinds for `{ "do": name }`, found by file name: `steps/<name>.step.ts`. */
import type { ActionHost } from './actions.ts'
import { loadChunk } from './loadChunk.ts'

/** Does one thing that only code can do. What it answers becomes `result`. @throws CallError to end the chain */
export type StepKind = (values: Record<string, unknown>, host: ActionHost) => Promise<unknown> | unknown

const modules = import.meta.glob<{ default: StepKind }>('./steps/*.step.ts')

/** The step kind of a name, or null when there is no such file. */
export async function stepKind(name: string): Promise<StepKind | null> {
  const load = modules[`./steps/${name}.step.ts`]
  return load ? (await loadChunk(load)).default : null
}

/** Kinds that look at something, or change how it looks: the person is on the same page afterwards. Others may lead elsewhere. */
const STAYING: ReadonlySet<string> = new Set([
  'arrival',
  'copy',
  'createPasskey',
  'previewSkin',
  'print',
  'pushDevice',
  'setLanguage',
  'setSkin',
  'share',
  'usePasskey',
])

/** Known before the kind is loaded. */
export function staysHere(name: string): boolean {
  return STAYING.has(name)
}
