/** Phone numbers of all countries. One of the mainland is kept as its 11 digits, every other in the form of E.164: `+4915123456789`. The rules of each
 *  country are large (`phoneRules.ts`): the server always has them, a browser once a number from abroad is typed. Without them the form alone counts. */

export const MAINLAND = 'CN'
export const MAINLAND_CODE = '86'

export interface PhoneRules {
  /** Whether a number in the form of E.164 can exist. */
  isNumber(number: string): boolean
  /** ISO 3166 code of the country that a number in the form of E.164 belongs to; null: not known. */
  countryOf(number: string): string | null
  /** What a person of that country types -> E.164; null for what is no number there. */
  read(typed: string, country: string): string | null
  /** All countries with their calling codes. */
  countries(): readonly { country: string; code: string }[]
}

const MAINLAND_MOBILE = /^1[3-9]\d{9}$/
const E164 = /^\+[1-9]\d{6,14}$/
/** No calling code is the beginning of another one: two regions have one digit, these two, the others three. */
const CALLING_CODE = /^\+(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/

let known: PhoneRules | null = null

/** Called once, when the rules are there. */
export function keepPhoneRules(rules: PhoneRules): void {
  known = rules
}

/** The rules of the countries; null: not loaded. */
export function phoneRules(): PhoneRules | null {
  return known
}

/** @param number without signs, as `normalisePhone` leaves it */
export function isMainlandMobile(number: string): boolean {
  return MAINLAND_MOBILE.test(number)
}

/** A number outside the mainland, in the form of E.164. */
export function isAbroad(number: string): boolean {
  return E164.test(number) && callingCode(number) !== MAINLAND_CODE && (known?.isNumber(number) ?? true)
}

/** `+4915123456789` -> `49`, `13800138000` -> `86`; null for what has no code. */
export function callingCode(number: string): string | null {
  if (!number.startsWith('+')) return number === '' ? null : MAINLAND_CODE
  return CALLING_CODE.exec(number)?.[1] ?? null
}

/** ISO 3166 code of a number as it is kept; null: not known. */
export function countryOfPhone(number: string): string | null {
  return number.startsWith('+') ? (known?.countryOf(number) ?? null) : MAINLAND
}

/** A number as it is kept -> what stands behind its calling code. */
export function withoutCallingCode(number: string): string {
  const code = number.startsWith('+') ? callingCode(number) : null
  return code === null ? number : number.slice(code.length + 1)
}
