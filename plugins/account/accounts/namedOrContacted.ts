/** Accounts (alias `u`) by words: a part of the name, or a whole phone, email or username. A part of a number would find it digit by digit. */

import { type ExpressionBuilder, sql } from 'kysely'
import { entityMasks } from '../../../runtime/core/masking/entityMasks.ts'
import type { Platform } from '../../../runtime/core/platform.ts'
import { normaliseAccount, searchForm } from '../../../runtime/core/values/normaliseText.ts'

/** SQL condition on `account_user` (alias `u`). */
export function namedOrContacted(search: string, platform: Platform) {
  const words = searchForm(search)
  const whole = normaliseAccount(search)
  const shapes = personalShapes(platform)
  // biome-ignore lint/suspicious/noExplicitAny: tables are declared in JSON
  return ({ eb, or, and }: ExpressionBuilder<any, any>) =>
    or([
      sql<boolean>`platform_finds(u.name, ${words})`,
      and([sql<boolean>`platform_finds(u."userName", ${words})`, ...shapes.map((shape) => eb('u.userName', '!~', shape))]),
      ...['u.userName', 'u.phone', 'u.email'].map((field) => eb(field, '=', whole)),
    ])
}

/** Patterns of usernames that are a phone number, an email address or another personal number. */
export function personalShapes(platform: Platform): string[] {
  return entityMasks(platform.get('entity', 'account.user').fields.userName!, platform).flatMap(({ shape }) => shape ?? [])
}
