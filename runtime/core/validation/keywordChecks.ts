/** The checks of all keywords by name: the file names in `runtime/core/keywords/` (a test holds the two together). */
import { bankAccount } from '../keywords/bankAccount.ts'
import { colour } from '../keywords/colour.ts'
import { creditCode } from '../keywords/creditCode.ts'
import { email } from '../keywords/email.ts'
import { fileTypes } from '../keywords/fileTypes.ts'
import { idNumber } from '../keywords/idNumber.ts'
import { imageMinSize } from '../keywords/imageMinSize.ts'
import { inOrder } from '../keywords/inOrder.ts'
import { maxBytes } from '../keywords/maxBytes.ts'
import { maxTextUnits } from '../keywords/maxTextUnits.ts'
import { minTextUnits } from '../keywords/minTextUnits.ts'
import { oneLink } from '../keywords/oneLink.ts'
import { password } from '../keywords/password.ts'
import { permutationOf } from '../keywords/permutationOf.ts'
import { personName } from '../keywords/personName.ts'
import { phone } from '../keywords/phone.ts'
import { phoneOrEmail } from '../keywords/phoneOrEmail.ts'
import { sameAs } from '../keywords/sameAs.ts'
import { signature } from '../keywords/signature.ts'
import { statement } from '../keywords/statement.ts'
import type { KeywordCheck } from './KeywordCheck.ts'

export const keywordChecks = Object.freeze({
  bankAccount,
  colour,
  creditCode,
  email,
  fileTypes,
  idNumber,
  imageMinSize,
  inOrder,
  maxBytes,
  maxTextUnits,
  minTextUnits,
  oneLink,
  password,
  permutationOf,
  personName,
  phone,
  phoneOrEmail,
  sameAs,
  signature,
  statement,
}) satisfies Readonly<Record<string, KeywordCheck<never, never>>>

export type KeywordCheckName = keyof typeof keywordChecks
