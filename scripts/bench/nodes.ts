/** Bench: answers a second by processes of one node (`--workers`) and by nodes behind HAProxy, on the database of the cluster of `npm run cluster`, which has to be up. All
 *  subjects run beside each other and are asked in turn; the first is asked again at the end of each round, as the control. */

import { writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { answers, ready } from '../cluster/cluster.ts'
import { environmentOf } from '../cluster/configure.ts'
import { at, FRONT, FRONT_ADDRESS, PROJECT, WEB_HOSTS } from '../cluster/layout.ts'
import { halt, launch } from '../cluster/processes.ts'

const CONNECTIONS = 32
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 6)
const STOP_S = 40
const PATHS = { page: '/applyCompetition', call: '/api/web/competition/subjects' }
type Path = keyof typeof PATHS
/** Processes of a node -> its address. */
const OWN = [
  [1, '127.0.0.51'],
  [2, '127.0.0.52'],
  [4, '127.0.0.53'],
] as const
const PROXY_PORTS = { one: 8481, three: 8483 }
const SUBJECTS = [
  ...OWN.map(([count, host]) => ({
    name: `one node, ${count === 1 ? '1 process' : `${count} processes`}`,
    address: `http://${host}:8080`,
  })),
  { name: 'HAProxy, one node', address: `http://${FRONT}:${PROXY_PORTS.one}` },
  { name: 'HAProxy, three nodes', address: `http://${FRONT}:${PROXY_PORTS.three}` },
]
const CONTROL = { ...SUBJECTS[0]!, name: `${SUBJECTS[0]!.name}, again` }

export async function run(): Promise<void> {
  if (!(await answers(`${FRONT_ADDRESS}/health/ready`)))
    return console.log('nodes: left out, because it needs the cluster of npm run cluster')
  try {
    for (const [count, host] of OWN) startNode(count, host)
    for (const [count, host] of OWN) await ready(`${count} processes`, () => answers(`http://${host}:8080/health/ready`))
    startProxy()
    for (const { name, address } of SUBJECTS) await ready(name, () => answers(`${address}/health/ready`))
    report(await measureAll())
  } finally {
    await Promise.all(['bench-haproxy', ...OWN.map(([count]) => `bench${count}`)].map((name) => halt(name, STOP_S)))
  }
}

/** Without replicas, whose connections are counted for the nodes of the cluster alone. */
function startNode(count: number, host: string): void {
  const env = { ...environmentOf('web1.env'), HOST: host, DATABASE_REPLICA_URLS: '', METRICS_HOST: '', METRICS_PORT: '' }
  const script = [join(PROJECT, 'scripts/run.mjs'), '--lean', join(PROJECT, 'scripts/start.ts')]
  launch({ name: `bench${count}`, command: [process.execPath, ...script, '--workers', String(count)], env, directory: PROJECT })
}

function startProxy(): void {
  const [[, first]] = OWN
  const backend = (name: string, port: number, hosts: readonly string[]) =>
    `listen ${name}\n  bind ${FRONT}:${port}\n  balance leastconn\n${hosts.map((host, index) => `  server node${index} ${host}:8080`).join('\n')}\n`
  const defaults = 'defaults\n  mode http\n  timeout connect 2s\n  timeout client 65s\n  timeout server 65s\n  retries 3\n'
  const text = [defaults, backend('one', PROXY_PORTS.one, [first]), backend('three', PROXY_PORTS.three, [first, ...WEB_HOSTS])].join('\n')
  const file = at('conf', 'bench-haproxy.cfg')
  writeFileSync(file, text)
  launch({ name: 'bench-haproxy', command: ['/usr/sbin/haproxy', '-db', '-f', file] })
}

interface Measured {
  perSecond: number
  /** ms */
  p99: number
  errors: number
}
type Found = Map<string, Record<Path, Measured[]>>

async function measureAll(): Promise<Found> {
  const found: Found = new Map()
  for (let round = 0; round < ROUNDS; round += 1)
    for (const { name, address } of [...SUBJECTS, CONTROL])
      for (const [path, where] of Object.entries(PATHS) as [Path, string][]) {
        await autocannon({ url: address + where, connections: CONNECTIONS, duration: 1 })
        const { requests, latency, errors, non2xx } = await autocannon({
          url: address + where,
          connections: CONNECTIONS,
          duration: SECONDS,
        })
        const of = found.get(name) ?? { page: [], call: [] }
        of[path].push({ perSecond: requests.average, p99: latency.p99, errors: errors + non2xx })
        found.set(name, of)
      }
  return found
}

function report(found: Found): void {
  const line = (measured: Measured[]) => {
    const median = measured.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(measured.length / 2)]!
    const [low, high] = [Math.min(...measured.map((one) => one.perSecond)), Math.max(...measured.map((one) => one.perSecond))]
    const errors = measured.reduce((sum, one) => sum + one.errors, 0)
    return `${Math.round(median.perSecond)} (${Math.round(low)} to ${Math.round(high)}) | ${median.p99} | ${errors}`
  }
  console.log(
    `\nload ${loadavg()[0]!.toFixed(1)} at the end, ${ROUNDS} rounds of ${SECONDS} s, ${CONNECTIONS} connections: median (lowest to highest)\n`,
  )
  console.log('| | pages a second | p99, ms | errors | answers a second | p99, ms | errors |\n|---|---|---|---|---|---|---|')
  for (const [name, { page, call }] of found) console.log(`| ${name} | ${line(page)} | ${line(call)} |`)
}
