import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ChunkFailed, loadChunk } from '../../../runtime/client/loadChunk.ts'

describe('code loaded on demand', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('is asked for once more when it does not come', async () => {
    const load = vi.fn().mockRejectedValueOnce(new Error('gone')).mockResolvedValueOnce('code')
    expect(await loadChunk(load)).toBe('code')
    expect(load).toHaveBeenCalledTimes(2)
  })
  it('is given up after the second failure', async () => {
    const load = vi.fn().mockRejectedValue(new Error('gone'))
    await expect(loadChunk(load)).rejects.toBeInstanceOf(ChunkFailed)
    expect(load).toHaveBeenCalledTimes(2)
  })
  it('counts as not come after 120 seconds', async () => {
    const load = vi.fn(() => new Promise(() => {}))
    const outcome = expect(loadChunk(load)).rejects.toBeInstanceOf(ChunkFailed)
    await vi.advanceTimersByTimeAsync(119_999)
    expect(load).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(load).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(120_000)
    await outcome
  })
})
