import { describe, expect, it } from 'vitest'
import { fillText } from '../../../runtime/server/wire/fillText.ts'

describe('[TEXT-3] a number in a text', () => {
  const WORKS = '{{count}} {{count, plural(one: work; other: works)}} in {{days}} {{days, plural(one: day; other: days)}}'
  it.each([
    [{ count: 1, days: 2 }, '1 work in 2 days'],
    [{ count: 0, days: 1 }, '0 works in 1 day'],
    [{ count: '1', days: 1.5 }, '1 work in 1.5 days'],
    [{ days: '1,000' }, ' works in 1,000 days'],
  ])('chooses the English words for %j', (values, text) => expect(fillText(WORKS, values, 'en')).toBe(text))

  it('has one form in Chinese', () => expect(fillText('{{n}}{{n, plural(other: 件)}}', { n: 1 }, 'zh')).toBe('1件'))
})
