import { describe, expect, it } from 'vitest'
import { dayAt, momentText, plainMoment } from '../../../runtime/core/momentText.ts'

const MOMENT = '2026-12-10T04:00:00.000Z'

describe('[ZONE-1] a moment', () => {
  it('names the zone by whose clock it is shown', () => {
    expect(momentText(MOMENT, 'en', 'Asia/Shanghai')).toBe('10 Dec 2026, 12:00 China time (UTC+8)')
    expect(momentText(MOMENT, 'zh', 'Asia/Shanghai')).toBe('2026-12-10 12:00 中国时间（UTC+8）')
    expect(momentText(MOMENT, 'en', 'America/New_York')).toBe('9 Dec 2026, 23:00 New York time (UTC-5)')
    expect(momentText('soon', 'en', 'Asia/Shanghai')).toBe('soon')
    expect(plainMoment(MOMENT, 'Asia/Kolkata')).toBe('2026-12-10 09:30 (UTC+5:30)')
  })

  it('is on the day that the clock of the zone shows', () => {
    expect(dayAt(new Date('2026-12-09T16:30:00.000Z'), 'Asia/Shanghai')).toBe('2026-12-10')
  })
})
