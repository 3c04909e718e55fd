/** How long others wait while 100 000 rows are exported: a server of its own gets requests at a steady pace, first with nothing else to do, then from the
 *  order of an export to its file. Each request is one of what people do most; the pace does not wait for answers. */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { LEAN_ENVIRONMENT, LEAN_FLAGS } from '../../start/lean.mjs'

const PORT = 8420
const EVERY_MS = 25
const QUIET_MS = 15_000
const WARM_UP_MS = 8_000
const AIM = 2
const PATHS = ['/api/web/competition/queryCompetitionList?', '/api/platform/boot', `/api/web/competition/detail?id=1`]

export async function reportExport(
  databaseUrl: string,
  directory: string,
  { token, competitionId }: { token: string; competitionId: string },
): Promise<void> {
  const child = await startServer(databaseUrl, directory)
  try {
    const base = `http://127.0.0.1:${PORT}`
    // without accept an export answers with its file
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: 'application/json' }
    const job = async (id: string) =>
      ((await (await fetch(`${base}/api/platform/job/${id}`, { headers })).json()) as { data: { state: string } }).data.state
    await pace(base, headers, after(WARM_UP_MS))
    const quiet = await pace(base, headers, after(QUIET_MS))
    const begun = performance.now()
    const reply = await fetch(`${base}/api/web/report/exportCompetitionSignUp`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ competitionId }),
    })
    const { data } = (await reply.json()) as { data: { jobId: string } }
    let state = 'waiting'
    const watch = (async () => {
      while (state !== 'done' && state !== 'failed') {
        await new Promise((resolve) => setTimeout(resolve, 500))
        state = await job(data.jobId)
      }
    })()
    const busy = await pace(base, headers, () => state === 'done' || state === 'failed')
    await watch
    const seconds = ((performance.now() - begun) / 1000).toFixed(1)
    const ratio = busy.p99 / quiet.p99
    console.log(`\n| others, ms | p50 | p99 | longest |\n|---|---|---|---|`)
    for (const [name, { p50, p99, max }] of [
      ['nothing else', quiet],
      ['an export', busy],
    ] as const)
      console.log(`| ${name} | ${p50.toFixed(1)} | ${p99.toFixed(1)} | ${max.toFixed(1)} |`)
    console.log(
      `\nexport of 100,000 rows: ${state} in ${seconds} s; p99 of others ${ratio.toFixed(2)} times that of quiet (aim: at most ${AIM})${ratio > AIM ? ' !' : ''}`,
    )
  } finally {
    child.kill('SIGTERM')
    await new Promise((resolve) => child.once('exit', resolve))
  }
}

const after = (ms: number) => {
  const end = performance.now() + ms
  return () => performance.now() > end
}

/** Requests at a steady pace until the end; times are from when each was due. */
async function pace(base: string, headers: Record<string, string>, isOver: () => boolean) {
  const times: number[] = []
  const running: Promise<void>[] = []
  const begin = performance.now()
  for (let count = 0; !isOver(); count++) {
    const due = begin + count * EVERY_MS
    const wait = due - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    const path = PATHS[count % PATHS.length]!
    running.push(
      fetch(base + path, { headers }).then(async (reply) => {
        await reply.text()
        times.push(performance.now() - due)
      }),
    )
  }
  await Promise.all(running)
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
  return { p50: at(0.5), p99: at(0.99), max: sorted.at(-1)! }
}

async function startServer(databaseUrl: string, directory: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [...LEAN_FLAGS, join(import.meta.dirname, 'serve.ts'), databaseUrl, directory, String(PORT)], {
    env: { ...process.env, ...LEAN_ENVIRONMENT },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: child.stdout! })) if (line === 'ready') return child
  throw new Error('the server ended before it was ready')
}
