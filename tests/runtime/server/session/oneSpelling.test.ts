import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Database } from '../../../../runtime/core/contracts.ts'
import { createSignedValues } from '../../../../runtime/server/session/createSignedValues.ts'
import { createRefreshRandom, formatRefreshToken, parseRefreshToken } from '../../../../runtime/server/session/refreshToken.ts'

/** Texts that a decoder of base64url reads as the same bytes: the last character of each part with other spare bits, padding, the letters of base64. */
function spellings(token: string): string[] {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const ends = token.split('.').flatMap((part, index, parts) =>
    [...alphabet].flatMap((letter) => {
      const other = part.slice(0, -1) + letter
      const same = other !== part && Buffer.from(other, 'base64url').equals(Buffer.from(part, 'base64url'))
      return same ? [parts.with(index, other).join('.')] : []
    }),
  )
  return [...ends, `${token}=`, `${token}.`, `${token}.more`]
}

it('[SIGN-ONE-1] a refresh token has one spelling', () => {
  const key = randomBytes(32)
  const token = formatRefreshToken(key, { sessionId: '7', random: createRefreshRandom() })
  expect(parseRefreshToken(key, token)?.sessionId).toBe('7')
  const others = spellings(token)
  expect(others.length).toBeGreaterThan(3)
  expect(others.filter((other) => parseRefreshToken(key, other) !== null)).toEqual([])
})

it('[SIGN-ONE-2] a signed value has one spelling', async () => {
  const row = { value: randomBytes(32).toString('base64url') }
  const statement: Record<string, unknown> = new Proxy(
    { executeTakeFirst: async () => row, executeTakeFirstOrThrow: async () => row, execute: async () => [row] } as Record<string, unknown>,
    { get: (target, name: string) => target[name] ?? (() => statement) },
  )
  const signed = createSignedValues({ db: statement as unknown as Database })
  const token = await signed.sign('test', 'value 1')
  expect(await signed.read('test', token)).toBe('value 1')
  expect(await signed.read('other', token)).toBeNull()
  const others = spellings(token)
  expect(others.length).toBeGreaterThan(3)
  const read = await Promise.all(others.map((other) => signed.read('test', other)))
  expect(read.filter((value) => value !== null)).toEqual([])
})
