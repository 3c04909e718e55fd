import type { KernelRefusal } from './Kernel.ts'

/** A refusal, with the facts that its message may use. */
export function refuse(code: string, values: Readonly<Record<string, unknown>> = {}): KernelRefusal {
  return { code, values }
}
