/** The virus scanner against ClamAV's real daemon, with a signature of our own. `npm run test:scanner` runs it; `npm test`, which finds no daemon, skips it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { EICAR } from '../../harness/clamdDouble.ts'
import { type Person, type RunningServices, startServices } from './startServices.ts'
import { uploadFile } from './uploadFile.ts'

const { CLAMD_PATH } = process.env
const STREAM_MAX_MEGABYTES = 1
const MEGABYTE = 1_048_576
const START = { timeout: 120_000, interval: 100 }

describe.skipIf(CLAMD_PATH === undefined)("ClamAV's daemon", () => {
  const folder = mkdtempSync(join(tmpdir(), 'agon-clamd-'))
  const socket = join(folder, 'clamd.ctl')
  let daemon: ChildProcess
  let run: RunningServices
  let person: Person

  beforeAll(async () => {
    writeFileSync(join(folder, 'agon.ndb'), `Agon.Test:0:*:${Buffer.from(EICAR).toString('hex')}\n`)
    const settings = [
      'Foreground yes',
      `DatabaseDirectory ${folder}`,
      `LocalSocket ${socket}`,
      'FixStaleSocket yes',
      `TemporaryDirectory ${folder}`,
      `StreamMaxLength ${STREAM_MAX_MEGABYTES}M`,
    ]
    writeFileSync(join(folder, 'clamd.conf'), `${settings.join('\n')}\n`)
    await startDaemon()
    run = await startServices({ VIRUS_SCANNER: 'files.clamav', CLAMAV_SOCKET: socket, CLAMAV_TIMEOUT_SECONDS: '20' })
    person = await run.person()
  })
  afterAll(async () => {
    await run?.close()
    await stopDaemon()
    rmSync(folder, { recursive: true, force: true })
  })

  async function startDaemon(): Promise<void> {
    daemon = spawn(CLAMD_PATH!, ['--config-file', join(folder, 'clamd.conf')], { stdio: 'ignore' })
    await vi.waitFor(() => listens(socket), START)
  }
  async function stopDaemon(): Promise<void> {
    if (!daemon || daemon.exitCode !== null || daemon.signalCode !== null) return
    daemon.kill('SIGTERM')
    await once(daemon, 'exit')
  }
  async function upload(content: string) {
    const file = { name: 'notes.pdf', content: pdf(content), type: 'application/pdf', token: person.access_token }
    const { status, body } = await uploadFile(run, file)
    return { status, error: body.error ?? null, details: body.details }
  }
  const CLEAN = 'a line of text\n'.repeat(1000)

  it('[SCAN-4] lets a clean file pass, and names what it finds in another', async () => {
    expect((await upload(CLEAN)).error).toBeNull()
    expect(await upload(EICAR)).toMatchObject({ error: 'FILE_INFECTED', details: { name: 'notes.pdf', found: 'Agon.Test.UNOFFICIAL' } })
    expect((await upload(`${CLEAN}${EICAR}`)).error).toBe('FILE_INFECTED')
  })

  it('[SCAN-5] gives no verdict on a file beyond its StreamMaxLength: the upload is refused as busy, the next one passes', async () => {
    for (const megabytes of [STREAM_MAX_MEGABYTES + 1, 8])
      expect(await upload('a line\n'.repeat((megabytes * MEGABYTE) / 7))).toMatchObject({ status: 503, error: 'BUSY' })
    expect((await upload(CLEAN)).error).toBeNull()
  })

  it('[SCAN-6] that is stopped keeps everything out, and lets files in again when it is back', async () => {
    await stopDaemon()
    expect(await upload(CLEAN)).toMatchObject({ status: 503, error: 'BUSY' })
    await startDaemon()
    expect((await upload(CLEAN)).error).toBeNull()
  })
})

/** One page, and the content as a stream beside it. */
function pdf(content: string): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>',
    `<< /Length ${content.length} >>\nstream\r\n${content}\nendstream`,
  ]
  const body = objects.map((object, at) => `${at + 1} 0 obj\n${object}\nendobj\n`).join('')
  return Buffer.from(`%PDF-1.7\n${body}trailer\n<< /Root 1 0 R >>\nstartxref\n9\n%%EOF\n`)
}

async function listens(path: string): Promise<void> {
  const probe = connect(path)
  try {
    await once(probe, 'connect')
  } finally {
    probe.destroy()
  }
}
