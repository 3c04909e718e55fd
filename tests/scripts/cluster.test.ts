/** What `npm run cluster` runs is the samples of docs/deploy/cluster, with a folder, passwords and addresses of its own. */

import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

const HAPROXY = '/usr/sbin/haproxy'
const folder = mkdtempSync(join(tmpdir(), 'agon-cluster-'))
const read = (name: string) => readFileSync(join(folder, 'conf', name), 'utf8')
let environmentOf: (name: string) => Record<string, string>

beforeAll(async () => {
  process.env.CLUSTER_DIRECTORY = folder
  const configuring = await import('../../scripts/cluster/configure.ts')
  configuring.configure(null)
  environmentOf = configuring.environmentOf
})
afterAll(() => {
  delete process.env.CLUSTER_DIRECTORY
  rmSync(folder, { recursive: true, force: true })
})

it('[CLUSTER-1] no sample password and no sample folder is left, and others cannot read the passwords', () => {
  const names = readdirSync(join(folder, 'conf'))
  expect(names).toEqual(
    expect.arrayContaining(['etcd3.env', 'patroni3.env', 'patroni.yml', 'haproxy.cfg', 'pgbouncer.ini', 'web2.env', 'jobs.env']),
  )
  for (const name of names) expect(read(name)).not.toMatch(/CHANGE-ME|\/var\/lib\/agon-cluster/)
  expect(statSync(join(folder, 'secrets.json')).mode & 0o077).toBe(0)
  expect(statSync(join(folder, 'conf', 'patroni.yml')).mode & 0o007).toBe(0)
})

it('[CLUSTER-2] each machine has its own name and address, and knows all', () => {
  expect(environmentOf('etcd2.env')).toMatchObject({
    ETCD_NAME: 'etcd2',
    ETCD_LISTEN_CLIENT_URLS: 'http://127.0.0.12:2379',
    ETCD_INITIAL_CLUSTER: 'etcd1=http://127.0.0.11:2380,etcd2=http://127.0.0.12:2380,etcd3=http://127.0.0.13:2380',
    ETCD_ENABLE_V2: 'true',
  })
  expect(environmentOf('patroni3.env')).toMatchObject({ PATRONI_NAME: 'pg3', PATRONI_POSTGRESQL_LISTEN: '127.0.0.13:5432' })
  expect(environmentOf('web2.env')).toMatchObject({ ROLE: 'web', HOST: '127.0.0.22', METRICS_HOST: '127.0.0.22' })
  expect(environmentOf('jobs.env')).toMatchObject({ ROLE: 'jobs', HOST: '127.0.0.31' })
})

it('[CLUSTER-3] nodes go through PgBouncer, and past it to the address that follows the primary', () => {
  const { DATABASE_URL, DATABASE_DIRECT_URL } = environmentOf('web1.env')
  expect([new URL(DATABASE_URL!).port, new URL(DATABASE_DIRECT_URL!).port]).toEqual(['6432', '5432'])
  expect(read('pgbouncer.ini')).toContain('pool_mode = transaction')
  expect(read('patroni.yml')).toMatch(/^ {4}synchronous_mode: true$/m)
})

it('[CLUSTER-5] every node keeps files in the object store, with its own secret, and reads from the standbys', () => {
  const secret = environmentOf('web1.env').FILES_SECRET
  expect(secret).toMatch(/^[0-9a-f]{36}$/)
  for (const name of ['web1.env', 'web2.env', 'jobs.env']) {
    const { FILES, FILES_SECRET, DATABASE_REPLICA_URLS } = environmentOf(name)
    expect([FILES, FILES_SECRET]).toEqual(['s3://agon-files/agon?endpoint=http://127.0.0.41:8080&path=on', secret])
    expect(DATABASE_REPLICA_URLS!.split(',').map((url) => new URL(url).hostname)).toEqual(['127.0.0.11', '127.0.0.12', '127.0.0.13'])
  }
  expect(readFileSync(join(folder, 'store', 'proxy.conf'), 'utf8')).toContain(`user_agon_files = ${secret} .admin`)
})

it.skipIf(!existsSync(HAPROXY))('[CLUSTER-4] HAProxy takes its configuration', () => {
  const { status, stderr } = spawnSync(HAPROXY, ['-c', '-f', join(folder, 'conf', 'haproxy.cfg')], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, expect.anything()])
})
