/** Lanes: calls that come in a rush wait their turn, and let others go first. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createCallLanes } from '../../../runtime/server/calls/createCallLanes.ts'

const RUSH = { id: 'fixture.rush', lane: { atOnce: 2, waiting: 3 } }
const LOOK = { id: 'fixture.look' }

/** Work that ends when it is told to. */
function begun(log: string[], name: string) {
  let end = () => {}
  const until = new Promise<void>((resolve) => {
    end = resolve
  })
  const work = async () => {
    log.push(name)
    await until
    return name
  }
  return { work, end }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

let now = 0
let lanes = createCallLanes(() => now)
let log: string[] = []
beforeEach(() => {
  now = 1_000
  log = []
  lanes = createCallLanes(() => now)
})

describe('a lane', () => {
  const open: (() => void)[] = []
  afterEach(() => {
    for (const end of open.splice(0)) end()
  })
  const start = (call: typeof RUSH | typeof LOOK, name: string) => {
    const { work, end } = begun(log, name)
    open.push(end)
    return { answer: lanes.run(call, work), end }
  }

  it('[LANE-1] runs so many at once, the others in the order in which they came, and refuses those for whom there is no room to wait', async () => {
    const all = ['a', 'b', 'c', 'd', 'e'].map((name) => start(RUSH, name))
    await settled()
    expect(log).toEqual(['a', 'b'])
    await expect(start(RUSH, 'f').answer).rejects.toMatchObject({ code: 'BUSY' })
    all[1]!.end()
    expect(await all[1]!.answer).toBe('b')
    await settled()
    expect(log).toEqual(['a', 'b', 'c'])
    for (const { end } of all) end()
    expect(await Promise.all(all.map(({ answer }) => answer))).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  it('[LANE-2] a turn that fails makes room for the next one', async () => {
    const failing = [1, 2].map(() => lanes.run(RUSH, () => Promise.reject(new Error('lost'))))
    const next = start(RUSH, 'next')
    for (const answer of failing) await expect(answer).rejects.toThrow('lost')
    await settled()
    expect(log).toEqual(['next'])
    next.end()
    expect(await next.answer).toBe('next')
  })

  it('[LANE-3] turns begin when no other call is under way; a call that takes long holds no turn up, and others do not hold one for long', async () => {
    const look = start(LOOK, 'look')
    start(RUSH, 'vote')
    await settled()
    expect(log).toEqual(['look'])
    look.end()
    await look.answer
    now += 1
    start(RUSH, 'second vote')
    await settled()
    expect(log).toEqual(['look'])
    now += 2
    await vi.waitFor(() => expect(log).toEqual(['look', 'vote', 'second vote']), { timeout: 240_000 })
    for (const end of open.splice(0)) end()

    start(LOOK, 'stream')
    now += 60
    start(RUSH, 'beside the stream')
    await vi.waitFor(() => expect(log.at(-1)).toBe('beside the stream'), { timeout: 240_000 })
  })

  it('[LANE-4] however many other calls there are, the lane goes on', async () => {
    start(LOOK, 'first look')
    start(RUSH, 'vote')
    await settled()
    now += 6
    start(LOOK, 'second look')
    await vi.waitFor(() => expect(log).toEqual(['first look', 'second look', 'vote']), { timeout: 240_000 })
  })
})
