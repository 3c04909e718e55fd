/** A leaf area can be taken out: the rest of the platform links, starts and serves without it. */
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildPlatform } from '../../runtime/core/documents/buildPlatform.ts'
import { formatFailures } from '../../runtime/core/documents/formatFailures.ts'
import { compileFailures } from '../../runtime/server/documents/compileFailures.ts'
import { loadFiles } from '../../runtime/server/documents/loadFiles.ts'
import { runHourly, runMinutely } from '../../runtime/server/services.ts'
import { LEAF_AREAS } from '../../scripts/check/leafAreas.ts'
import { PROJECT_DIRECTORY } from '../harness/projectDirectory.ts'
import { projectWithout } from '../harness/projectWithout.ts'
import { createWorld, DESIGN, HACKATHON, MODELLING, type World } from './roadWorld.ts'

const START_MS = 120_000

describe.each(LEAF_AREAS)('a platform without %s', (area) => {
  let project: string
  let world: World
  let admin: string
  let organiser: string
  let competitionId: string
  const get = (path: string, token: string | null, input = {}) => world.call(`api/${path}`, input, token, 'GET')

  beforeAll(async () => {
    project = projectWithout(area)
    world = await createWorld({ template: 'seeded', project })
    ;[admin, organiser, competitionId] = await Promise.all([
      world.signIn('administrator'),
      world.signIn('organiser'),
      world.competition(MODELLING),
    ])
  }, START_MS)
  afterAll(async () => {
    await world?.close()
    rmSync(project, { recursive: true, force: true })
  })

  it('[LEAF-1] links and compiles: nothing of it is left', () => {
    const { raws, texts, names } = loadFiles(project)
    const { platform, failures = [] } = buildPlatform(raws, texts, names, true)
    expect(formatFailures([...failures, ...(platform ? compileFailures(platform, raws) : [])])).toBe('')
    const whole = loadFiles(PROJECT_DIRECTORY)
    expect(raws.length).toBeLessThan(whole.raws.length)
    expect([...names.handlers].filter((name) => name.startsWith(`${area}.`))).toEqual([])
    const { documents } = world.server.deps.platform()
    const left = Object.values(documents).flatMap((ofKind) => [...ofKind.keys()].filter((id) => id.startsWith(`${area}.`)))
    expect(left).toEqual([])
  })

  it('[LEAF-2] answers every page of the others, to staff and to visitors', async () => {
    const { page } = world.server.deps.platform().documents
    const refused: string[] = []
    for (const { id, access } of page.values()) {
      const { code, error } = await get(`platform/page/${id}`, access === 'public' ? null : admin)
      if (code !== 0 && error !== 'PERMISSION_DENIED') refused.push(`${id} ${error}`)
    }
    expect(page.size).toBeGreaterThan(100)
    expect(refused).toEqual([])
  })

  it('[LEAF-3] answers what others add to: a competition at work, the desk, its page', async () => {
    expect(await get('web/competition/hub', organiser, { competitionId })).toMatchObject({ code: 0, data: { id: competitionId } })
    expect(await get('web/competition/desk', organiser)).toMatchObject({ code: 0 })
    expect(await get('platform/boot', organiser)).toMatchObject({ code: 0 })
    expect(await get(`web/competition/detail/${await world.competition(HACKATHON)}`, null)).toMatchObject({ code: 0 })
  })

  it('[LEAF-4] copies a competition and makes one from each template with what is left, and does what the clock asks for', async () => {
    const design = await world.competition(DESIGN)
    const copy = await world.call('api/web/competition/copyCompetition', { competitionId: design, years: 1 }, admin)
    expect(copy).toMatchObject({ code: 0, data: { id: expect.any(String) } })
    const [{ organisationId }] = await world.rows('SELECT "organisationId" FROM competition_competition WHERE id = $1', [design])
    for (const template of ['contest', 'hackathon', 'essay'])
      expect(
        await world.call('api/web/competition/saveNewCompetition', { organisationId, title: { zh: '新竞赛' }, template }, admin),
      ).toMatchObject({ code: 0 })
    await Promise.all([runHourly(world.server.deps), runMinutely(world.server.deps)])
  })
})
