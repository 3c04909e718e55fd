/** How many drawn pages a second the server answers: those kept for a second, and those made anew for each request. */
import autocannon from 'autocannon'

const SECONDS = Number(process.env.BENCH_SECONDS ?? 6)
const CONNECTIONS = { kept: 32, anew: 8 }

/** @throws Error when an answer is no page. Answers pages a second and the 99th percentile in ms */
export async function measureRates(origin: string, path: string): Promise<Record<'kept' | 'anew', { perSecond: number; p99: number }>> {
  let asked = 0
  const separator = path.includes('?') ? '&' : '?'
  const setupRequest = (request: autocannon.Request) => {
    asked += 1
    return { ...request, path: `${path}${separator}at=${asked}` }
  }
  return { kept: await load(origin, CONNECTIONS.kept, { path }), anew: await load(origin, CONNECTIONS.anew, { setupRequest }) }
}

async function load(origin: string, connections: number, request: autocannon.Request): Promise<{ perSecond: number; p99: number }> {
  const headers = { 'accept-encoding': 'br' }
  const { requests, latency, non2xx, errors } = await autocannon({
    url: origin,
    connections,
    duration: SECONDS,
    requests: [{ headers, ...request }],
  })
  if (non2xx > 0 || errors > 0) throw new Error(`${request.path}: ${non2xx} refused, ${errors} errors`)
  return { perSecond: requests.average, p99: latency.p99 }
}
