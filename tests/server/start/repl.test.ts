/** `npm run repl` beside a server: lines by a pipe, each answered before the next one. */
import { spawn } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'
import { startTestServer, type TestServer } from '../../harness/startTestServer.ts'

let test: TestServer
beforeAll(async () => {
  test = await startTestServer({ template: 'seeded' })
})
afterAll(() => test?.close())

interface Answer {
  code: number | null
  /** What came of the lines, one JSON text each. */
  values: unknown[]
  error: string
}

async function ask(lines: readonly string[], ...args: string[]): Promise<Answer> {
  const env = { ...process.env, DATABASE_URL: test.databaseUrl, DATA_DIRECTORY: test.server.deps.config.dataDirectory, NODE_ENV: '' }
  const child = spawn(process.execPath, ['scripts/repl.ts', ...args], { cwd: PROJECT_DIRECTORY, env })
  const answer = { out: '', error: '' }
  child.stdout.on('data', (chunk) => (answer.out += chunk))
  child.stderr.on('data', (chunk) => (answer.error += chunk))
  child.stdin.end(lines.join('\n'))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return {
    code,
    values: answer.out
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
    error: answer.error,
  }
}
const SWITCH_OFF = "as('student').call('message.switchOff', { channel: 'mail', topic: 'team' })"
/** A line that prints its value as JSON. */
const json = (expression: string) => `JSON.stringify(await (${expression}))`

describe('[REPL-1] the prompt', () => {
  let answer: Answer
  beforeAll(async () => {
    answer = await ask([
      json("rows('account.user', { userName: 'student' })"),
      json("as('student').call('signup.mine', {})"),
      json("as(null).call('signup.mine', {})"),
      json("why('student', 'signup.approve')"),
      json("why('admin', 'managePlatform')"),
      "const places = scope('page:competition.details')",
      json('places.detail'),
      json("ev('=detail.title.zh', { detail: { title: { zh: 'A' } } })"),
      json("ev('=size(detail.nothing)')"),
      json("as('nobody').session()"),
      json(SWITCH_OFF),
      json("rows('competition', { pubilshed: true })"),
    ])
  })

  it('says to which database it is connected, and that it reads alone', () => {
    expect(answer.error).toMatch(/^Database 127\.0\.0\.1:\d+\/test_\w+, reading alone \(-- --write to write\)\n/)
  })

  it('shows rows without what is secret', () => {
    const [[row]] = answer.values as [[Record<string, unknown>]]
    expect(row).toMatchObject({ userName: 'student' })
    expect(row).not.toHaveProperty('passwordHash')
  })

  it('makes a call with the rights of a person, and refuses it to a visitor', () => {
    expect(answer.values[1]).toMatchObject({ list: expect.any(Array), total: expect.any(Number) })
    expect(answer.error).toContain('SESSION_REQUIRED call signup.mine needs a signed-in person')
  })

  it('explains why someone may not, and why someone may', () => {
    expect(answer.values[2]).toMatchObject({
      what: 'call signup.approve',
      allowed: false,
      held: [],
      opening: expect.arrayContaining([expect.any(String)]),
    })
    expect(answer.values[3]).toMatchObject({ what: 'permission managePlatform', allowed: true, held: ['managePlatform everywhere'] })
  })

  it('tries expressions over what is known at a place', () => {
    expect(answer.values[4]).toMatch(/^\{ id: string, /)
    expect(answer.values[5]).toEqual({ type: 'string', value: 'A' })
    expect(answer.error).toContain('"nothing"')
  })

  it('leaves the database as it is, and says how to write', () => {
    expect(answer.error).toContain(
      'message.switchOff writes, if only how often it is asked: this prompt reads alone, start it with "npm run repl -- --write"',
    )
  })

  it('names what is near for a mistake, and ends with 1', () => {
    expect(answer.error).toContain('There is nobody with the username or id "nobody"')
    expect(answer.error).toContain('did you mean "published"?')
    expect(answer.code).toBe(1)
  })
})

describe('[REPL-2] what writes', () => {
  it('is refused by the database unless --write is given', async () => {
    const muted = json("rows('message.muted')")
    const { code, values, error } = await ask([muted, json(SWITCH_OFF), muted], '--write')
    expect(error).toContain(', also WRITING')
    expect(values[0]).toEqual([])
    expect(values[2]).toMatchObject([{ channel: 'mail', topic: 'team' }])
    expect(code).toBe(0)
  })
})
