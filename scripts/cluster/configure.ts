/** Writes the configuration of each part: the samples with this folder, passwords of its own, and the address of each machine. */
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { configureSwift, type Swift } from '../objectStore/swift.ts'
import { at, DATABASE_HOSTS, DATABASE_USER, FOLDER, SAMPLE_FOLDER, SAMPLES, STORE_HOST, STORE_PORTS, WEB_HOSTS } from './layout.ts'

const SECRETS = ['POSTGRES', 'REPLICATOR', 'REWINDER', 'AGON', 'FILES'] as const
export type Secrets = Record<(typeof SECRETS)[number], string>

/** Each is made once for a folder. */
export function secrets(): Secrets {
  const file = at('secrets.json')
  const known: Partial<Secrets> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const missing = SECRETS.filter((name) => known[name] === undefined)
  if (missing.length > 0) {
    for (const name of missing) known[name] = randomBytes(18).toString('hex')
    writeFileSync(file, JSON.stringify(known), { mode: 0o600 })
  }
  return known as Secrets
}

export interface Owner {
  uid: number
  gid: number
}

/** @returns the user of the database; null when we are an ordinary user ourselves, who then runs all */
export function databaseOwner(): Owner | null {
  if (process.getuid?.() !== 0) return null
  const id = (flag: string) => Number(spawnSync('id', [flag, DATABASE_USER], { encoding: 'utf8' }).stdout.trim())
  return { uid: id('-u'), gid: id('-g') }
}

/** @param owner  who runs the database; null: we do */
export function configure(owner: Owner | null): void {
  mkdirSync(FOLDER, { recursive: true })
  for (const name of ['pids', 'logs', 'data', 'conf', 'prometheus', 'store']) mkdirSync(at(name), { recursive: true })
  chmodSync(at('data'), 0o700)
  for (const [index, host] of DATABASE_HOSTS.entries()) {
    const number = String(index + 1)
    for (const part of ['etcd', 'pg']) mkdirSync(at(part + number), { recursive: true, mode: 0o700 })
    write('etcd.env', `etcd${number}.env`, (text) => machine(text, number, host, 'ETCD_INITIAL_CLUSTER='))
    write('patroni.env', `patroni${number}.env`, (text) => machine(text, number, host))
  }
  for (const [index, host] of WEB_HOSTS.entries()) write('web.env', `web${index + 1}.env`, (text) => text.replaceAll(WEB_HOSTS[0], host))
  for (const name of ['patroni.yml', 'haproxy.cfg', 'pgbouncer.ini', 'jobs.env', 'prometheus.yml']) write(name, name)
  write('userlist.txt', '../userlist.txt')
  writeFileSync(at('conf', 'alerts.yml'), readFileSync(join(SAMPLES, '../alerts.yml'), 'utf8'))
  configureSwift(store())
  if (owner) giveAway(owner)
}

/** Stands for the bucket of a provider. */
export function store(): Swift {
  return { folder: at('store'), host: STORE_HOST, ports: STORE_PORTS, secret: secrets().FILES }
}

/** The sample is that of the first machine. @param but  a line that names all machines */
function machine(text: string, number: string, host: string, but = '\n'): string {
  const ofOne = (line: string) =>
    line.startsWith(but)
      ? line
      : line.replaceAll(DATABASE_HOSTS[0], host).replaceAll('etcd1', `etcd${number}`).replaceAll('pg1', `pg${number}`)
  return text.split('\n').map(ofOne).join('\n')
}

function write(sample: string, name: string, change: (text: string) => string = (text) => text): void {
  const known = secrets()
  const text = change(readFileSync(join(SAMPLES, sample), 'utf8'))
    .replaceAll(SAMPLE_FOLDER, FOLDER)
    .replaceAll(/CHANGE-ME-([A-Z]+)/g, (_, secret: keyof Secrets) => known[secret])
  writeFileSync(at('conf', name), text, { mode: 0o640 })
}

/** What runs as the user of the database belongs to it. */
function giveAway(owner: Owner): void {
  const parts = DATABASE_HOSTS.flatMap((_, index) => [`etcd${index + 1}`, `pg${index + 1}`])
  const conf = ['conf', 'conf/patroni.yml', 'conf/pgbouncer.ini', 'conf/prometheus.yml', 'conf/alerts.yml', 'userlist.txt', 'prometheus']
  for (const name of [...parts, ...conf]) chownSync(at(name), owner.uid, owner.gid)
}

/** Lines NAME=value of a written file. */
export function environmentOf(name: string): Record<string, string> {
  const lines = readFileSync(at('conf', name), 'utf8').split('\n')
  return Object.fromEntries(
    lines.filter((line) => /^[A-Z0-9_]+=/.test(line)).map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
}
