/** What a new password must not be, besides the rules of the keyword `password`: a common password, with or without signs around it, or the person's own name.
 *  @see ASVS 5.0, 6.2.4 and 6.2.11 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { HandlerContext } from '../../../runtime/core/contracts.ts'

const SIGNS = /[^a-z0-9]/g
const OUTER_SIGNS = /^[^a-z0-9]+|[^a-z0-9]+$/g
const SHORTEST_NAME = 4

/** The list as it is in its file, read when a password is first judged: as a set of strings its 49,000 words take nine times as much. */
let common: Buffer | undefined

/** Whether the password is a common one: as it is, without the signs at its ends, or without any signs. `Password1!` is `password1`. */
export function isCommonPassword(password: string): boolean {
  const lower = password.normalize('NFKC').toLowerCase()
  return [lower, lower.replace(OUTER_SIGNS, ''), lower.replace(SIGNS, '')].some(isListed)
}

function isListed(form: string): boolean {
  common ??= readFileSync(fileURLToPath(import.meta.resolve('@zxcvbn-ts/language-common/src/passwords.json')))
  // a single comma is the separator of the list
  return form !== ',' && common.includes(JSON.stringify(form))
}

/** @param names of the account: username, phone, email. @throws PASSWORD_COMMON, PASSWORD_NAME */
export function assertNewPassword({ fail }: Pick<HandlerContext, 'fail'>, password: string, names: readonly (string | null)[]): void {
  if (isCommonPassword(password)) fail('PASSWORD_COMMON')
  const lower = password.toLowerCase()
  const ownWords = names.flatMap((name) => (name ?? '').toLowerCase().split('@')[0] ?? [])
  if (ownWords.some((word) => word.length >= SHORTEST_NAME && lower.includes(word))) fail('PASSWORD_NAME')
}
