/** Bytes from outside are decoded in a process apart, with bounds that no file can pass: generated over every decoder that there is. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { createDecoders } from '../../../runtime/server/decoding/createDecoders.ts'
import { findDecoders } from '../../../runtime/server/findPlugins.ts'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'
import { BOMBS } from './bombs.ts'

const TRIALS = join(PROJECT_DIRECTORY, 'tests/fixtures/decoders')
const create = (seconds: number) => createDecoders({ folders: [PROJECT_DIRECTORY, TRIALS], logger: { warn: () => {} }, seconds })
const decoders = create(2)
/** For what must end for another reason, however slow the machine is. */
const patient = create(120)
afterAll(() => Promise.all([decoders.stop(), patient.stop()]))
const all = findDecoders(PROJECT_DIRECTORY)
const caller = { whose: 'test', name: 'file' }
const run = (decoder: string, bytes: Uint8Array, data: unknown, by = decoders) => by.run(decoder, bytes, data as never, caller)

describe('a decoder', () => {
  it('[DECODE-1] has a bomb among these tests, each of them', () => {
    expect([...new Set(BOMBS.map(({ decoder }) => decoder))].toSorted()).toEqual(all.map(({ name }) => name).toSorted())
  })

  it.each(BOMBS.map((bomb) => [bomb.decoder, bomb.what, bomb] as const))(
    '[DECODE-2] %s refuses %s that unpacks to too much',
    async (decoder, _what, { bytes, data, refusal }) => {
      await expect(run(decoder, bytes(8), data)).rejects.toMatchObject({ code: refusal })
    },
  )

  it.each(all.map(({ name, file }) => [name, file] as const))(
    '[DECODE-3] %s cannot be loaded in the process of a server',
    async (_name, file) => {
      await expect(import(pathToFileURL(file).href)).rejects.toThrow('outside of the process that decodes')
    },
  )
})

describe('the process that decodes', () => {
  it('[DECODE-4] is another one, has no settings of the server, and may not write', async () => {
    process.env.AGON_TRIAL_SECRET = 'secret'
    const { value } = (await run('trial.own', Buffer.from('a'), null)) as { value: { pid: number; environment: string[]; written: string } }
    delete process.env.AGON_TRIAL_SECRET
    expect(value.pid).not.toBe(process.pid)
    expect(value.environment).not.toContain('AGON_TRIAL_SECRET')
    expect(value.written).toBe('ERR_ACCESS_DENIED')
  })

  it('[DECODE-5] ends with the file that needs too much memory or time, and the next file has a new one', async () => {
    await expect(run('trial.greedy', Buffer.from('a'), null, patient)).rejects.toMatchObject({
      code: 'FILE_EXCESSIVE',
      details: { reason: 'memory' },
    })
    await expect(run('trial.endless', Buffer.from('a'), null)).rejects.toMatchObject({
      code: 'FILE_EXCESSIVE',
      details: { reason: 'time' },
    })
    await expect(run('trial.own', Buffer.from('a'), null)).resolves.toMatchObject({ value: { written: 'ERR_ACCESS_DENIED' } })
  })

  it('[DECODE-6] looks at one file of each person at a time, and refuses when too many wait', async () => {
    const many = await Promise.allSettled(Array.from({ length: 25 }, () => run('trial.own', Buffer.from('a'), null)))
    const refused = many.filter((one) => one.status === 'rejected')
    expect(refused.map(({ reason }) => reason.code)).toEqual(Array(4).fill('BUSY'))
    const pids = many.flatMap((one) => (one.status === 'fulfilled' ? [(one.value.value as unknown as { pid: number }).pid] : []))
    expect(new Set(pids).size).toBe(1)
  })
})
