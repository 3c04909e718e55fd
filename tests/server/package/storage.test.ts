/** Storage of a school: bytes of its files against the limit of its package. Staff add no more beyond it; what people hand in is never refused. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BuiltServices } from '../../../runtime/server/services.ts'
import { createPackageWorld, type PackageWorld, type School } from './packageWorld.ts'

const MB = 1024 * 1024
let world: PackageWorld
beforeAll(async () => {
  world = await createPackageWorld()
})
afterAll(() => world?.close())

interface Course {
  school: School
  id: string
}

/** A school of its own with a draft of a course. */
async function course(of: PackageWorld = world): Promise<Course> {
  const school = await of.school()
  const call = async (path: string, input: Record<string, unknown>) => {
    const { data, error, message } = await of.call(path, input, of.admin)
    if (error) throw new Error(`${path}: ${message}`)
    return data
  }
  const { id: competitionId } = await call('api/web/competition/saveNewCompetition', {
    organisationId: school.id,
    title: { zh: '示例竞赛' },
  })
  return { school, id: (await call('api/training/createTraining', { competitionId, title: { zh: '赛前培训' } })).id }
}

async function upload(of: PackageWorld = world): Promise<{ id: string }> {
  const text = `%PDF-1.4\n${'x'.repeat(100_000)}\n%%EOF`
  const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="notes.pdf"\r\ncontent-type: application/pdf\r\n\r\n'
  const headers = { authorization: `Bearer ${of.admin}`, 'content-type': 'multipart/form-data; boundary=b' }
  const request = { method: 'POST' as const, url: '/api/platform/upload', headers, payload: `${head}${text}\r\n--b--\r\n` }
  return (await of.app.inject(request)).json().data
}

async function save({ id }: Course, files: readonly { id: string }[], of: PackageWorld = world) {
  const day = (days: number) => new Date(of.clock.now + days * 86_400_000).toISOString()
  const materials = files.map((file, at) => ({ title: { zh: `讲义 ${at + 1}` }, file: [file] }))
  const answers = { title: { zh: '赛前培训' }, signupStart: day(0), signupEnd: day(9), materials }
  return of.call('api/training/updateTraining', { id, answers }, of.admin)
}

async function storage({ school }: Course, of: PackageWorld = world): Promise<{ used: number; limit: number }> {
  return (await of.standing(school)).features.find(({ feature }: { feature: string }) => feature === 'package.storage')
}

/** As if files of so many bytes had been handed in to a competition of the school before. */
async function fill({ school }: Course, size: number, of: PackageWorld = world): Promise<void> {
  const key = Math.random().toString(36).slice(2)
  await of.rows(
    `INSERT INTO platform_file (key, name, size, type, purpose, sha256, entity, "rowId", "organisationId")
     VALUES ($1, 'work.zip', $2, 'application/zip', 'answer', '', 'work.work', '0', $3)`,
    [key, size, school.id],
  )
}

describe('storage', () => {
  it('[STORAGE-1] counts the bytes of the files of the school, and no longer those that are taken out', async () => {
    const one = await course()
    expect(await storage(one)).toMatchObject({ used: 0, limit: 1024 })
    const file = await upload()
    expect((await save(one, [file])).code).toBe(0)
    const { used } = await storage(one)
    expect(Math.round(used * MB)).toBeGreaterThan(100_000)
    expect((await save(one, [])).code).toBe(0)
    expect(await storage(one)).toMatchObject({ used: 0 })
  })

  it('[STORAGE-2] refuses files beyond the limit with what to do, keeps what is there, and takes texts and a smaller number of files all the same', async () => {
    const one = await course()
    const [first, second] = [await upload(), await upload()]
    expect((await save(one, [first])).code).toBe(0)
    await fill(one, 1024 * MB - 1)
    expect((await save(one, [second])).code).toBe(0)
    const more = await save(one, [second, await upload()])
    expect(more).toMatchObject({ error: 'FEATURE_USED_UP', details: { feature: 'package.storage', limit: 1024, id: one.school.id } })
    expect(more.message).toContain('存储空间')
    const kept = await world.rows('SELECT count(*)::int AS count FROM training_material WHERE "courseId" = $1', [one.id])
    expect(kept[0].count).toBe(1)
    expect((await save(one, [])).code).toBe(0)
  })

  it('[STORAGE-3] is raised by a package, and back at what is free when it ends: nothing is removed', async () => {
    const one = await course()
    await fill(one, 1024 * MB)
    expect((await save(one, [await upload()])).error).toBe('FEATURE_USED_UP')
    const grant = { organisationId: one.school.id, packageId: world.packages.basic, months: 1, reason: '试点学校' }
    const { id } = (await world.call('api/web/school/package/grant', grant, world.admin)).data
    expect(await storage(one)).toMatchObject({ limit: 10_240 })
    expect((await save(one, [await upload()])).code).toBe(0)
    await world.call('api/web/school/package/revoke', { id, reason: '试点结束' }, world.admin)
    const { used, limit } = await storage(one)
    expect(used).toBeGreaterThan(limit)
  })

  const race = async (of: PackageWorld) => {
    const one = await course(of)
    const { competitionId } = (await of.rows('SELECT "competitionId" FROM training_course WHERE id = $1', [one.id]))[0]
    const ids = [one.id]
    for (let more = 0; more < 3; more++)
      ids.push((await of.call('api/training/createTraining', { competitionId, title: { zh: '赛前培训' } }, of.admin)).data.id)
    await fill(one, 1024 * MB - 150_000, of)
    const files = await Promise.all(ids.map(() => upload(of)))
    return Promise.all(ids.map((id, at) => save({ ...one, id }, [files[at]!], of)))
  }

  it('[STORAGE-4] the last room goes to one of several that save at the same time', async () => {
    const replies = await race(world)
    expect(replies.map(({ error }) => error ?? 'saved').toSorted()).toEqual([
      'FEATURE_USED_UP',
      'FEATURE_USED_UP',
      'FEATURE_USED_UP',
      'saved',
    ])
  })

  it('[STORAGE-5] counts files that belonged to a row before files said whose they are, once the hourly job has run', async () => {
    const one = await course()
    const key = Math.random().toString(36).slice(2)
    await world.rows(
      `INSERT INTO platform_file (key, name, size, type, purpose, sha256, entity, "rowId")
       VALUES ($1, 'cover.png', $2, 'image/png', 'form', '', 'training.course', $3)`,
      [key, 3 * MB, one.id],
    )
    expect(await storage(one)).toMatchObject({ used: 0 })
    for (let times = 0; times < 2; times++) await (world.server.deps.services as BuiltServices).files.findOwners()
    expect(await storage(one)).toMatchObject({ used: 3 })
  })

  it('control: a call that says no need stores more than the limit', async () => {
    const unguarded = await createPackageWorld({
      edits: {
        'schemas/training/course.resource.json': ({ calls: { update, ...calls }, ...document }) => {
          const { needs: _, ...unguarded } = update
          return { ...document, calls: { ...calls, update: unguarded } }
        },
      },
    })
    try {
      expect((await race(unguarded)).filter(({ code }) => code === 0)).toHaveLength(4)
    } finally {
      await unguarded.close()
    }
  })
})
