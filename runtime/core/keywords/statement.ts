import type { Kernel } from '../validation/Kernel.ts'

/** A keyword that only describes a field and checks no value: every value is valid. Codes: none. */
export const statement: Kernel<unknown, unknown> = () => null
