/** A real object store with the S3 interface for a test file: OpenStack Swift from Debian's packages, installed by apt where it is missing. One process for each of its
 *  four parts, one disk, in a folder of its own. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { installPackages } from '../../scripts/test/installPackages.ts'
import { freePort } from './freePort.ts'

const PACKAGES = ['swift-proxy', 'swift-account', 'swift-container', 'swift-object']
const STORES = ['account', 'container', 'object'] as const
const KEYS = { FILES_KEY_ID: 'agon:files', FILES_SECRET: 'not-a-secret' }
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
  if (!existsSync('/usr/bin/swift-proxy-server') && !installPackages(PACKAGES)) return null
  const folder = mkdtempSync(join(tmpdir(), 'agon-swift-'))
  mkdirSync(join(folder, 'disks', 'd1'), { recursive: true })
  const ports = Object.fromEntries(await Promise.all([...STORES, 'proxy'].map(async (part) => [part, await freePort()])))
  writeFileSync(join(folder, 'swift.conf'), SWIFT)
  for (const part of STORES) makeStore(folder, part, ports[part])
  writeFileSync(join(folder, 'proxy.conf'), proxy(folder, ports.proxy))
  const running = [...STORES, 'proxy'].map((part) => start(folder, part))
  const endpoint = `http://127.0.0.1:${ports.proxy}`
  const close = async () => {
    await Promise.all(running.map(stop))
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await makeBucket(endpoint)
  } catch (error) {
    const logs = running.map((_, at) => readFileSync(join(folder, `${[...STORES, 'proxy'][at]}.log`), 'utf8'))
    await close()
    throw new Error(`the object store did not start: ${logs.join('\n').slice(-2_000)}`, { cause: error })
  }
  return { endpoint, environment: { ...KEYS, FILES: `s3://${BUCKET}/agon?endpoint=${endpoint}&path=on` }, close }
}

function makeStore(folder: string, part: string, port: number): void {
  const ring = join(folder, `${part}.builder`)
  const build = (...args: string[]) => spawnSync('swift-ring-builder', [ring, ...args], { cwd: folder })
  build('create', '4', '1', '0')
  build('add', `r1z1-127.0.0.1:${port}/d1`, '1')
  build('rebalance')
  writeFileSync(
    join(folder, `${part}.conf`),
    `[DEFAULT]
devices = ${join(folder, 'disks')}
mount_check = false
${common(folder, port)}
[pipeline:main]
pipeline = ${part}-server
[app:${part}-server]
use = egg:swift#${part}
`,
  )
}

const SWIFT = `[swift-hash]
swift_hash_path_suffix = agon
[storage-policy:0]
name = one
default = yes
`

function common(folder: string, port: number): string {
  return `bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
swift_dir = ${folder}
user = ${process.env.USER ?? 'root'}`
}

function proxy(folder: string, port: number): string {
  return `[DEFAULT]
${common(folder, port)}
[pipeline:main]
pipeline = catch_errors cache s3api tempauth slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_agon_files = ${KEYS.FILES_SECRET} .admin
[filter:slo]
use = egg:swift#slo
`
}

function start(folder: string, part: string): ChildProcess {
  const log = openSync(join(folder, `${part}.log`), 'a')
  return spawn(`swift-${part}-server`, [join(folder, `${part}.conf`)], { stdio: ['ignore', log, log] })
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}

/** As soon as it answers. */
async function makeBucket(endpoint: string): Promise<void> {
  const credentials = { accessKeyId: KEYS.FILES_KEY_ID, secretAccessKey: KEYS.FILES_SECRET }
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials, maxAttempts: 1 })
  const until = Date.now() + PATIENCE_MS
  for (;;) {
    try {
      await client.send(new CreateBucketCommand({ Bucket: BUCKET }))
      return client.destroy()
    } catch (error) {
      if (Date.now() > until) throw error
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
  }
}
