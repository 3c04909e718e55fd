/** ROLE: a process that only answers requests leaves jobs in the queue, and one that only works takes them up and answers health alone. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createServer, type Server } from '../../../runtime/server/createServer.ts'
import { readRole } from '../../../runtime/server/nodeRole.ts'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'
import { createWorld, HACKATHON, type World } from '../roadWorld.ts'

const FOLDER = mkdtempSync(join(tmpdir(), 'agon-roles-'))
let world: World
let worker: Server | undefined
beforeAll(async () => {
  world = await createWorld({ template: 'seeded', environment: { ROLE: 'web' } })
})
afterAll(async () => {
  await worker?.close()
  await world?.close()
  rmSync(FOLDER, { recursive: true, force: true })
})

const stateOf = async (key: string) => (await world.rows('SELECT state FROM platform_job WHERE key = $1', [key]))[0]?.state

it('[ROLE-8] a web process puts jobs into the queue and does none; a process for jobs does them, and sends requests away', async () => {
  const organiser = await world.signIn('organiser 2')
  const competitionId = await world.competition(HACKATHON)
  const { data } = await world.call('api/web/report/exportCompetitionSignUp', { competitionId }, organiser)
  const key = data.jobId
  // longer than a queue is asked for work
  await new Promise((resolve) => setTimeout(resolve, 4_000))
  expect(await stateOf(key)).toBe('waiting')

  const environment = { ...process.env, ROLE: 'jobs', FILES_FOLDER: 'adopt' }
  const options = { databaseUrl: world.databaseUrl, projectDirectory: PROJECT_DIRECTORY, dataDirectory: FOLDER, logLevel: 'silent' }
  worker = await createServer({ ...options, pretending: true, environment })
  await expect.poll(() => stateOf(key)).toBe('done')
  expect((await worker.app.inject({ url: '/health/live' })).statusCode).toBe(200)
  expect((await worker.app.inject({ url: '/api/platform/boot' })).statusCode).toBe(503)
  expect((await world.app.inject({ url: '/api/platform/boot' })).statusCode).toBe(200)
})

it('[ROLE-9] another word stops the start, in one line', () => {
  expect(() => readRole('worker')).toThrow('ROLE must be one of all, web, jobs, not "worker"')
})
