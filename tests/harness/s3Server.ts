/** A real object store with the S3 interface for a test file, installed by apt where it is missing. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  configureSwift,
  makeBucket,
  makeRings,
  SWIFT_KEY_ID,
  SWIFT_PACKAGES,
  SWIFT_PARTS,
  SWIFT_PROGRAM,
  type Swift,
  type SwiftPart,
  swiftCommand,
} from '../../scripts/objectStore/swift.ts'
import { installPackages } from '../../scripts/test/installPackages.ts'
import { freePort } from './freePort.ts'

const SECRET = 'not-a-secret'
const BUCKET = 'agon-files'
const PATIENCE_MS = 60_000

export interface S3Server {
  /** Settings that name it as the store of files. */
  environment: Record<string, string>
  endpoint: string
  close(): Promise<void>
}

/** @returns null where it cannot be installed: no apt, or not root */
export async function startS3Server(): Promise<S3Server | null> {
  if (!existsSync(SWIFT_PROGRAM) && !installPackages(SWIFT_PACKAGES)) return null
  const folder = mkdtempSync(join(tmpdir(), 'agon-swift-'))
  const ports = Object.fromEntries(await Promise.all(SWIFT_PARTS.map(async (part) => [part, await freePort()]))) as Swift['ports']
  const swift: Swift = { folder, host: '127.0.0.1', ports, secret: SECRET }
  configureSwift(swift)
  makeRings(swift)
  const running = SWIFT_PARTS.map((part) => start(folder, part))
  const endpoint = `http://127.0.0.1:${ports.proxy}`
  const close = async () => {
    await Promise.all(running.map(stop))
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await makeBucketSoon(swift)
  } catch (error) {
    const logs = SWIFT_PARTS.map((part) => readFileSync(join(folder, `${part}.log`), 'utf8'))
    await close()
    throw new Error(`the object store did not start: ${logs.join('\n').slice(-2_000)}`, { cause: error })
  }
  const environment = { FILES_KEY_ID: SWIFT_KEY_ID, FILES_SECRET: SECRET, FILES: `s3://${BUCKET}/agon?endpoint=${endpoint}&path=on` }
  return { endpoint, environment, close }
}

function start(folder: string, part: SwiftPart): ChildProcess {
  const log = openSync(join(folder, `${part}.log`), 'a')
  const [program, ...args] = swiftCommand(folder, part)
  return spawn(program, args, { stdio: ['ignore', log, log] })
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}

/** As soon as it answers. */
async function makeBucketSoon(swift: Swift): Promise<void> {
  const until = Date.now() + PATIENCE_MS
  for (;;) {
    try {
      return await makeBucket(swift, BUCKET)
    } catch (error) {
      if (Date.now() > until) throw error
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
  }
}
