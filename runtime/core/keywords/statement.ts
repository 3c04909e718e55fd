import type { Kernel } from '../validation/Kernel.ts'

/** A keyword that says what a field is for and asks nothing of its value: every value fits. Codes: none. */
export const statement: Kernel<unknown, unknown> = () => null
