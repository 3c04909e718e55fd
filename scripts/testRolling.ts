/** `npm run test:rolling`: the nodes of the cluster of `npm run cluster` are restarted in turn while visitors ask through HAProxy, half for a page as the server draws it,
 *  half for a short answer of the database. Prints requests a second, how long they took and what failed: nothing may. Exit code 1 otherwise. ROLLING_PACE says how many
 *  requests a second, ROLLING_PATHS (with commas) what for. */
import { Agent, request } from 'node:http'
import { loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { answers, hostOf, ready, startNode, up } from './cluster/cluster.ts'
import { FRONT } from './cluster/layout.ts'
import { halt } from './cluster/processes.ts'
import { describeError } from './start/describeError.ts'

const PACE = Number(process.env.ROLLING_PACE || 500)
/** Requests begin together this often. */
const BEAT_MS = 20
const OWED_MS = 200
const MAX_AT_ONCE = 256
const PATIENCE_MS = 20_000
const AROUND_S = 5
const STOP_S = 40
const PATHS = process.env.ROLLING_PATHS?.split(',') ?? ['/applyCompetition', '/api/web/competition/subjects']
/** Of the figure for how slow it was meanwhile. */
const WINDOW_S = 5

const agent = new Agent({ keepAlive: true, maxSockets: MAX_AT_ONCE })
const failed = new Map<string, number>()
const times: number[] = []
/** Answered in each second since the begin. */
const seconds: number[] = []
let begun = 0

try {
  await up()
  const over = { is: false }
  begun = performance.now()
  const asking = askOnAndOn(over)
  await pause(AROUND_S * 1000)
  for (const name of ['web1', 'web2', 'jobs']) {
    const from = performance.now()
    await halt(name, STOP_S)
    startNode(name)
    await ready(name, () => answers(`http://${hostOf(name)}:8080/health/ready`))
    console.log(`${name}: stopped and ready again within ${((performance.now() - from) / 1000).toFixed(1)} s`)
    await pause(AROUND_S * 1000)
  }
  over.is = true
  await asking
  report((performance.now() - begun) / 1000)
  agent.destroy()
} catch (error) {
  console.error(describeError(error))
  process.exitCode = 1
}

function report(duration: number): void {
  times.sort((a, b) => a - b)
  const at = (share: number) => Math.round(times[Math.floor((times.length - 1) * share)] ?? 0)
  const errors = [...failed].map(([name, count]) => `${name}: ${count}`).join(', ') || '0'
  console.log(`\nasked for ${PACE} a second, load of the machine ${loadavg()[0]!.toFixed(1)}`)
  console.log(`\n| requests | a second | in the slowest ${WINDOW_S} s | p50 / p99 / longest, ms | errors |\n|---|---|---|---|---|`)
  console.log(
    `| ${times.length} | ${Math.round(times.length / duration)} | ${slowest()} | ${at(0.5)} / ${at(0.99)} / ${at(1)} | ${errors} |`,
  )
  if (failed.size > 0) process.exitCode = 1
}

/** A second, in the worst window. */
function slowest(): number {
  const counts = Array.from(seconds.slice(0, -1), (count) => count ?? 0)
  const windows = counts.slice(WINDOW_S - 1).map((_, from) => counts.slice(from, from + WINDOW_S).reduce((sum, count) => sum + count, 0))
  return Math.round(Math.min(...windows) / WINDOW_S)
}

/** At the pace, and with a bound to those under way. */
async function askOnAndOn(over: { is: boolean }): Promise<void> {
  const under = new Set<Promise<void>>()
  let count = 0
  let owed = 0
  let last = performance.now()
  while (!over.is) {
    const now = performance.now()
    // what could not begin in time is not made up for
    owed = Math.min(owed + ((now - last) * PACE) / 1000, (PACE * OWED_MS) / 1000)
    last = now
    for (; owed >= 1 && under.size < MAX_AT_ONCE; owed -= 1) {
      const one: Promise<void> = ask(PATHS[count++ % PATHS.length]!).finally(() => under.delete(one))
      under.add(one)
    }
    await pause(BEAT_MS)
  }
  await Promise.all(under)
}

function ask(path: string): Promise<void> {
  const from = performance.now()
  return new Promise((resolve) => {
    const end = (failure: string | null) => {
      const now = performance.now()
      times.push(now - from)
      const second = Math.floor((now - begun) / 1000)
      seconds[second] = (seconds[second] ?? 0) + 1
      if (failure !== null) failed.set(failure, (failed.get(failure) ?? 0) + 1)
      resolve()
    }
    const sent = request({ host: FRONT, port: 8080, path, agent, timeout: PATIENCE_MS }, (reply) => {
      reply.resume()
      reply.on('end', () => end(reply.statusCode === 200 ? null : String(reply.statusCode)))
      reply.on('error', ({ message }) => end(message))
    })
    sent.on('timeout', () => sent.destroy(new Error('no answer')))
    sent.on('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message))
    sent.end()
  })
}
