/** The configuration of a real object store with the S3 interface: OpenStack Swift from Debian's packages, one process for each of its four parts, one disk, in a folder
 *  of its own. Tests and `npm run cluster` keep files in one. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BucketAlreadyOwnedByYou, CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'

export const SWIFT_PACKAGES = ['swift-proxy', 'swift-account', 'swift-container', 'swift-object']
export const SWIFT_PROGRAM = '/usr/bin/swift-proxy-server'
/** The account, as a key of S3. */
export const SWIFT_KEY_ID = 'agon:files'
export const SWIFT_PARTS = ['account', 'container', 'object', 'proxy'] as const
export type SwiftPart = (typeof SWIFT_PARTS)[number]

export interface Swift {
  folder: string
  host: string
  /** S3 is spoken at that of the proxy. */
  ports: Record<SwiftPart, number>
  secret: string
}

export function configureSwift(swift: Swift): void {
  const { folder } = swift
  mkdirSync(join(folder, 'disks', 'd1'), { recursive: true })
  write(folder, 'swift.conf', SWIFT)
  for (const part of SWIFT_PARTS) if (part !== 'proxy') configureStore(swift, part)
  write(folder, 'proxy.conf', proxy(swift))
}

/** They say where bytes are: those that are there stay. */
export function makeRings({ folder, host, ports }: Swift): void {
  for (const part of SWIFT_PARTS) {
    if (part === 'proxy' || existsSync(join(folder, `${part}.ring.gz`))) continue
    const build = (...args: string[]) => spawnSync('swift-ring-builder', [join(folder, `${part}.builder`), ...args], { cwd: folder })
    build('create', '4', '1', '0')
    build('add', `r1z1-${host}:${ports[part]}/d1`, '1')
    build('rebalance')
  }
}

export const swiftCommand = (folder: string, part: SwiftPart): [string, ...string[]] => [
  `swift-${part}-server`,
  join(folder, `${part}.conf`),
]

/** @throws while the store does not answer */
export async function makeBucket({ host, ports, secret }: Swift, bucket: string): Promise<void> {
  const credentials = { accessKeyId: SWIFT_KEY_ID, secretAccessKey: secret }
  const endpoint = `http://${host}:${ports.proxy}`
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials, maxAttempts: 1 })
  try {
    await client.send(new CreateBucketCommand({ Bucket: bucket }))
  } catch (error) {
    if (!(error instanceof BucketAlreadyOwnedByYou)) throw error
  } finally {
    client.destroy()
  }
}

function configureStore(swift: Swift, part: Exclude<SwiftPart, 'proxy'>): void {
  const { folder } = swift
  write(
    folder,
    `${part}.conf`,
    `[DEFAULT]
devices = ${join(folder, 'disks')}
mount_check = false
${common(swift, part)}
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

function common({ folder, host, ports }: Swift, part: SwiftPart): string {
  return `bind_ip = ${host}
bind_port = ${ports[part]}
workers = 0
swift_dir = ${folder}
user = ${process.env.USER ?? 'root'}`
}

function proxy(swift: Swift): string {
  return `[DEFAULT]
${common(swift, 'proxy')}
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
user_agon_files = ${swift.secret} .admin
[filter:slo]
use = egg:swift#slo
`
}

function write(folder: string, name: string, text: string): void {
  writeFileSync(join(folder, name), text, { mode: 0o600 })
}
