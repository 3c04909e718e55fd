import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { closeEarlierFailures, setToastDebounce, settleToasts, showToast, toasts } from '../../../runtime/client/toasts.ts'

const DEBOUNCE_MS = 100
beforeEach(() => {
  vi.useFakeTimers()
  vi.setSystemTime(Date.now() + 60_000)
  setToastDebounce(DEBOUNCE_MS)
  toasts.list.length = 0
})
afterEach(() => vi.useRealTimers())
const shown = () => toasts.list.map(({ text }) => text)

it('[SPEC-11] of messages within the debounce time one is shown: the last, whatever it says', () => {
  showToast('error', 'first')
  showToast('error', 'second')
  expect(shown()).toEqual(['second'])
  vi.advanceTimersByTime(DEBOUNCE_MS)
  showToast('error', 'third')
  expect(shown()).toEqual(['second', 'third'])
})
it('[SPEC-11] a failure is not replaced by a lesser message', () => {
  const id = showToast('error', 'failed')
  expect(showToast('success', 'saved')).toBe(id)
  expect(shown()).toEqual(['failed'])
  vi.advanceTimersByTime(DEBOUNCE_MS)
  showToast('success', 'saved')
  expect(shown()).toEqual(['failed', 'saved'])
})
it('[SPEC-11] a failure is over when the person tries again; what the same press brought stays', () => {
  showToast('error', 'failed before')
  settleToasts()
  vi.advanceTimersByTime(DEBOUNCE_MS)
  showToast('error', 'failed now')
  closeEarlierFailures()
  expect(shown()).toEqual(['failed now'])
})
