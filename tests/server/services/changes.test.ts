import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Person, type RunningServices, startServices, until } from './startServices.ts'

let run: RunningServices
let address: string
let admin: Person
beforeAll(async () => {
  run = await startServices()
  admin = await run.person('account.platformAdmin')
  address = await run.server.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => run?.close())

const color = (label: string) => ({
  $schema: '../kinds/enum.schema.json',
  version: 1,
  title: { zh: '颜色', en: 'Colour' },
  type: 'string',
  values: ['red', 'blue'].map((code) => ({ code, label: { zh: label, en: label } })),
})
const publish = async (label: string) => {
  const path = '/api/platform/document/enum/fixture.color'
  await run.send('POST', path, { token: admin.access_token, body: { content: color(label) } })
  await run.send('POST', `${path}/publish`, { token: admin.access_token, body: {} })
}

it('[STREAM-1] a person has twenty streams open at one address, and visitors of one address as many; who closes one may open another', async () => {
  const opened: AbortController[] = []
  const open = async (token?: string) => {
    const controller = new AbortController()
    const headers = token ? { authorization: `Bearer ${token}` } : undefined
    const reply = await fetch(`${address}/api/platform/changes`, { signal: controller.signal, ...(headers ? { headers } : {}) })
    if (!reply.headers.get('content-type')!.startsWith('text/event-stream')) return ((await reply.json()) as { error: string }).error
    opened.push(controller)
    return 'open'
  }
  const twenty = Array<string>(20).fill('open')
  try {
    for (const token of [undefined, admin.access_token]) {
      const replies: unknown[] = []
      for (let count = 0; count < 21; count += 1) replies.push(await open(token))
      expect(replies).toEqual([...twenty, 'STREAMS_FULL'])
    }
    opened[0]!.abort()
    await until(async () => (await open()) === 'open')
    for (const controller of opened) controller.abort()
    await until(async () => (await open()) === 'open')
  } finally {
    for (const controller of opened) controller.abort()
  }
})

it('[FRESH-2] tells open pages of a person that a job of theirs has ended, and no one else', async () => {
  const other = await run.person('account.platformAdmin')
  const controllers = [admin, other].map(() => new AbortController())
  const heard = ['', '']
  const open = ({ access_token }: Person, which: number) => {
    const { signal } = controllers[which]!
    return fetch(`${address}/api/platform/changes`, { signal, headers: { authorization: `Bearer ${access_token}` } })
  }
  const replies = await Promise.all([admin, other].map(open))
  const reads = replies.map(async (reply, which) => {
    const decoder = new TextDecoder()
    for await (const chunk of reply.body as unknown as AsyncIterable<Uint8Array>) heard[which] += decoder.decode(chunk, { stream: true })
  })
  const { data } = (await run.send('POST', '/api/fixture/work', { token: admin.access_token, body: { steps: 1 } })).body
  await until(async () => (await run.db.query('select state from platform_job where key = $1', [data.job])).rows[0]?.state === 'done')
  await until(async () => heard[0]!.includes('event: job\n'))
  await run.db.query("select pg_notify('agon', 'person:' || $1)", [other.id])
  await until(async () => heard[1]!.includes('event: person\n'))
  expect(heard[1]).not.toContain('event: job\n')
  for (const controller of controllers) controller.abort()
  await Promise.allSettled(reads)
})

it('tells open pages of a published document, and ends with the server without holding it up', async () => {
  const reply = await fetch(`${address}/api/platform/changes`)
  expect(reply.headers.get('content-type')).toContain('text/event-stream')
  let heard = ''
  let ended = false
  const reading = (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of reply.body as unknown as AsyncIterable<Uint8Array>) heard += decoder.decode(chunk, { stream: true })
    ended = true
  })()
  await publish('One')
  await until(async () => heard.includes('event: platform\n'))
  expect(JSON.parse(/data: (.*)/.exec(heard)![1]!)).toEqual({ hash: run.server.deps.platform().hash })
  const started = await run.send('POST', '/api/fixture/work', { token: admin.access_token, body: { steps: 3 } })
  const state = async () => (await run.db.query('select state from platform_job where key = $1', [started.body.data.job])).rows[0]?.state
  await until(async () => ['running', 'done'].includes(await state()))
  await run.server.close()
  await reading
  expect(ended).toBe(true)
  const row = (await run.db.query('select state, result from platform_job where key = $1', [started.body.data.job])).rows[0]
  expect(row).toMatchObject({ state: 'done', result: { steps: 3 } })
})
