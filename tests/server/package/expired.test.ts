/** What participants handed in to a school stays readable and usable when its package has ended and its limits are exceeded. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DESIGN, FINISHED, HACKATHON, signUp } from '../roadWorld.ts'
import { createPackageWorld, type PackageWorld } from './packageWorld.ts'

let world: PackageWorld
beforeAll(async () => {
  world = await createPackageWorld()
})
afterAll(() => world?.close())

/** All organisations become schools whose package has ended and whose use is above every limit. */
async function end(): Promise<void> {
  await world.rows(`UPDATE organisation_organisation SET kind = 'school'`)
  for (const { id } of await world.rows('SELECT id::text FROM organisation_organisation')) {
    const grant = { organisationId: id, packageId: world.packages.basic, months: 1, reason: '试点学校' }
    const term = (await world.call('api/web/school/package/grant', grant, world.admin)).data
    await world.call('api/web/school/package/revoke', { id: term.id, reason: '试点结束' }, world.admin)
    await world.rows(
      `INSERT INTO platform_file (key, name, size, type, purpose, sha256, entity, "rowId", "organisationId")
       VALUES ($1, 'work.zip', $2, 'application/zip', 'answer', '', 'work.work', '0', $3)`,
      [`full${id}`, 2 * 1024 ** 3 - 1, id],
    )
  }
}

it('[PACKAGE-20] registrations, works and certificates answer after the end of a package what they answered before, and work goes on', async () => {
  const [design, hackathon, finished] = [
    await world.competition(DESIGN),
    await world.competition(HACKATHON),
    await world.competition(FINISHED),
  ]
  const [holder] = await world.rows(
    'SELECT id::text, "competitionId"::text AS "competitionId" FROM certificate_certificate WHERE state = $1 LIMIT 1',
    ['published'],
  )
  const student = await world.signIn('participant')
  const staff = { [design]: world.admin, [hackathon]: world.admin, [finished]: world.admin }
  const read = async () => {
    const replies: unknown[] = []
    for (const [competitionId, token] of Object.entries(staff)) {
      const registrations = await world.call('api/web/report/signUpMember', { competitionId, pageSize: 100 }, token)
      const works = await world.call('api/web/work/list', { competitionId, pageSize: 100 }, token)
      const certificates = await world.call('api/web/certificate/list', { competitionId, pageSize: 100 }, token)
      replies.push(registrations, works, certificates)
      for (const { id } of works.data.list.slice(0, 3)) replies.push(await world.call(`api/web/work/detail/${id}`, {}, token))
    }
    replies.push(await world.call(`api/web/certificate/detail/${holder.id}`, {}, world.admin, 'GET'))
    replies.push(await world.call('api/web/competition/personCompetition', {}, student, 'GET'))
    replies.push(await world.call('api/web/resource/pool/query', { competitionId: design }, student, 'GET'))
    replies.push(await world.call('api/web/certificate/mine', {}, student, 'GET'))
    return replies
  }
  const before = await read()
  await end()
  const [{ id: organisationId }] = await world.rows(`SELECT "organisationId"::text AS id FROM competition_competition WHERE id = $1`, [
    hackathon,
  ])
  const { features } = (await world.call('api/web/school/standing', { organisationId }, world.admin, 'GET')).data
  const storage = features.find(({ feature }: { feature: string }) => feature === 'package.storage')
  expect(storage.used).toBeGreaterThan(storage.limit)

  expect(await read()).toEqual(before)
  expect(before.filter((reply) => (reply as { code: number }).code !== 0)).toEqual([])
  const person = await world.newcomer()
  const { data } = await signUp(world, person.token, world.form)
  expect(data.id).toBeDefined()
  const [waiting] = await world.rows('SELECT id::text FROM signup_registration WHERE "competitionId" = $1 AND status = 2 LIMIT 1', [design])
  expect((await world.call('api/web/signup/approve', { id: waiting.id }, world.admin)).code).toBe(0)
})
