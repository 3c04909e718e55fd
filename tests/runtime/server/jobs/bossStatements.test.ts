import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bossStatements } from '../../../../runtime/server/jobs/bossStatements.ts'

const BUSY = new Error('timeout exceeded when trying to connect')
const ENDED = ['work', ['6f1f3a52-0000-4000-8000-000000000000'], null]
let unhandled: unknown[]
const hear = (error: unknown) => void unhandled.push(error)
beforeEach(() => {
  unhandled = []
  process.on('unhandledRejection', hear)
})
afterEach(() => void process.off('unhandledRejection', hear))

describe('what pg-boss says of the end of a job', () => {
  it('[JOBS-END-1] is sent again while no connection is free, and never rejects: nobody waits for its reply', async () => {
    let tries = 0
    const lost: unknown[] = []
    const query = async () => {
      tries += 1
      throw BUSY
    }
    const execute = bossStatements({ query, isRunning: () => true, lost: (error) => lost.push(error), attempts: 3 })
    void execute('UPDATE', ENDED)
    await expect.poll(() => lost).toEqual([BUSY])
    expect(tries).toBe(3)
    expect(unhandled).toEqual([])
  })

  it('[JOBS-END-1] is stored once a connection is free again', async () => {
    let tries = 0
    const query = async () => {
      tries += 1
      if (tries === 1) throw BUSY
      return { rows: [{ count: 1 }] }
    }
    const execute = bossStatements({ query, isRunning: () => true, lost: () => {} })
    expect(await execute('UPDATE', ENDED)).toEqual({ rows: [{ count: 1 }] })
  })

  it('[JOBS-END-2] a statement that someone waits for tells its error', async () => {
    const query = async () => {
      throw BUSY
    }
    const execute = bossStatements({ query, isRunning: () => true, lost: () => {}, attempts: 3 })
    await expect(execute('SELECT', ['work', 1])).rejects.toBe(BUSY)
  })
})
