/** What people type -> the one form in which it is checked, stored, compared and searched. Both sides use it: controls when a field is left, the
 *  server before it checks an input or an answer. Never guesses: what it cannot read stays for the check to refuse. */
import { isAbroad, isMainlandMobile } from './phoneNumber.ts'

/** Shown by nothing: a text of these alone is blank. */
const BLANK = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]*$/u
// At the ends. Joiners and variation selectors belong to the character before them.
const ENDS = /^[\s\p{Cc}\u00ad\u200b\u2060\u2800\u3164\ufeff]+|[\s\p{Cc}\u00ad\u200b\u2060\u2800\u3164\ufeff]+$/gu
/** Left behind by copying: soft hyphens, zero-width spaces, byte order marks. */
const LEFT_BEHIND = /[\u00ad\u200b\u2060\ufeff]/g
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu
const SPACES = /\s/g
const SPACES_AND_HYPHENS = /[\s\-\u2010-\u2015\u2212]/g
const PHONE_SIGNS = /[\s\-\u2010-\u2015\u2212.()\u00b7]/g
const CHINESE_PHONE = /^(?:\+|00)?86(1\d{10})$/
/** How many countries dial a number abroad. */
const DIALLED_ABROAD = /^00(?=[1-9])/
const PHONE = /^\+?\d+$/
/** Most texts: printable ASCII without spaces at the ends. */
const PLAIN = /^[!-~](?:[ -~]*[!-~])?$/

/** Whether nothing of a text is seen: spaces of any kind, zero-width and control characters. */
export function isBlank(text: string): boolean {
  return BLANK.test(text)
}

/** Text of people: one composition of each letter, nothing blank at both ends. Letters of other widths stay as typed. */
export function normaliseText(typed: string): string {
  return PLAIN.test(typed) ? typed : typed.normalize('NFC').replace(ENDS, '')
}

/** As a text, without the invisible characters that copying leaves inside. */
export function normaliseName(typed: string): string {
  return PLAIN.test(typed) ? typed : normaliseText(typed.replace(LEFT_BEHIND, ''))
}

/** What machines compare (numbers, dates, usernames, addresses): full-width letters and digits are plain ones, nothing is invisible. */
export function normaliseIdentifier(typed: string): string {
  return PLAIN.test(typed) ? typed : normaliseText(typed.normalize('NFKC').replace(ENDS, '').replace(INVISIBLE, ''))
}

/** `＋86 138-0013-8000`, `0086 13800138000` -> `13800138000`; `0049 151 23456789` -> `+4915123456789`. What has other characters is left to the check. */
export function normalisePhone(typed: string): string {
  const plain = normaliseIdentifier(typed)
  const digits = plain.replace(PHONE_SIGNS, '')
  return PHONE.test(digits) ? digits.replace(CHINESE_PHONE, '$1').replace(DIALLED_ABROAD, '+') : plain
}

/** Codes that are printed in groups: no spaces and hyphens, capital letters. */
export function normaliseCode(typed: string): string {
  return normaliseIdentifier(typed).replace(SPACES_AND_HYPHENS, '').toUpperCase()
}

/** The number of a document: no spaces, capital letters. */
export function normaliseNumberOfDocument(typed: string): string {
  return normaliseIdentifier(typed).replace(SPACES, '').toUpperCase()
}

/** A username, a phone number or an email address as accounts keep them: small letters, a phone number without its signs. */
export function normaliseAccount(typed: string): string {
  const phone = normalisePhone(typed)
  return isMainlandMobile(phone) || isAbroad(phone) ? phone : normaliseIdentifier(typed).toLowerCase()
}

/** The form of words in which texts are searched: width and case of letters make no difference. SQL: `platform_folded`. */
export function searchForm(words: string): string {
  return words.normalize('NFKC').toLowerCase().replaceAll('\0', '').trim()
}
