import type { Kernel } from '../validation/Kernel.ts'
import { refuse } from '../validation/refuse.ts'

const MAINLAND_MOBILE = /^1[3-9]\d{9}$/

/** A mainland mobile number: 11 digits, 1 then 3 to 9. Codes: `format`. @see spec 5 */
export const phone: Kernel<string, true> = (value) => (MAINLAND_MOBILE.test(value) ? null : refuse('format'))
