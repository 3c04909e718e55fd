/** Files that experts of blind rounds get: copies in which nothing tells the author, under neutral names, at addresses that end. */
import { createHash } from 'node:crypto'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as planted from './plantedFiles.ts'
import { createReviewWorld, type Expert, NAME, type ReviewWorld, SCHOOL, storeFile, WITHIN, type Work } from './reviewWorld.ts'

let world: ReviewWorld
let expert: Expert
let work: Work
let id: string
beforeAll(async () => {
  world = await createReviewWorld()
  expert = await world.expert()
  const author = await world.newcomer()
  work = await world.work()
  const zip = await storeFile(world, author.id, `${NAME}.zip`, Buffer.from('504b0506000000000000000000000000000000000000', 'hex'))
  const files = [...work.files, zip]
  await world.rows(`UPDATE work_work SET answers = answers || jsonb_build_object('attachments', $2::jsonb) WHERE id = $1`, [
    work.id,
    JSON.stringify(files),
  ])
  id = await world.assign(await world.round(), work.id, expert.id)
})
afterAll(() => world?.close())

interface Shown {
  name: string
  state: string
  address: string | null
  download: string | null
}
const files = async (assignment = id): Promise<Shown[]> =>
  (await world.call(`api/web/review/assignment/${assignment}/files`, {}, expert.token, 'GET')).data.files
const fetched = (address: string) => world.app.inject({ method: 'GET', url: address })
const telltales = [NAME, SCHOOL, 'Telltale']
/** In the encodings of documents. */
const holds = (bytes: Buffer) =>
  telltales.filter((word) =>
    [Buffer.from(word), Buffer.from(word, 'utf16le'), Buffer.from(word, 'utf16le').swap16()].some((form) => bytes.includes(form)),
  )

it('[BLIND-1] are made in a job when first needed, without a word about the author in any part of them', async () => {
  expect((await files()).map(({ state }) => state)).toEqual(['preparing', 'preparing', 'preparing', 'preparing'])
  expect((await world.call('api/web/review/prepare', { id }, expert.token)).data.waiting).toBe(1)
  await expect.poll(async () => (await files()).some(({ state }) => state === 'preparing')).toBe(false)
  const shown = await files()
  expect(shown.map(({ name, state }) => [name, state])).toEqual([
    ['work-017-1.pdf', 'ready'],
    ['work-017-2.docx', 'ready'],
    ['work-017-3.jpg', 'ready'],
    ['work-017-4.zip', 'withheld'],
  ])
  for (const file of shown.slice(0, 3)) {
    const reply = await fetched(file.address!)
    expect(reply.statusCode).toBe(200)
    expect(reply.headers).toMatchObject({ 'content-security-policy': "default-src 'none'; sandbox", 'x-content-type-options': 'nosniff' })
    expect(decodeURIComponent(String(reply.headers['content-disposition']))).not.toMatch(new RegExp(telltales.join('|')))
    const parts = file.name.endsWith('.docx')
      ? Object.values(unzipSync(reply.rawPayload)).map((part) => Buffer.from(strFromU8(part)))
      : [reply.rawPayload]
    expect(parts.flatMap(holds)).toEqual([])
  }
  const original = await world.rows('SELECT count(*)::int AS count FROM review_copy WHERE "workId" = $1', [work.id])
  expect(original[0].count).toBe(5)
})

it('[BLIND-2] what cannot be made anonymous is listed for the organiser with its reason, and given only when they say so', async () => {
  const organiser = await world.signIn('organiser')
  const { list } = (await world.call('api/web/review/copies', { competitionId: world.competitionId }, organiser)).data
  expect(list.map(({ reason }: { reason: string }) => reason).toSorted()).toEqual(['archive', 'link'])
  const ids = list.map((row: { id: string }) => row.id)
  const review = async () => (await world.call(`api/web/review/assignment/${id}`, {}, expert.token, 'GET')).data
  expect(await review()).toMatchObject({ link: null, linkWithheld: true })
  expect((await world.call('api/web/review/copies/decideMany', { ids, allow: true }, expert.token)).error).toBeTruthy()
  expect((await world.call('api/web/review/copies/decideMany', { ids, allow: true }, organiser)).data.changed).toBe(2)
  expect(await review()).toMatchObject({ link: 'https://video.example/w1', linkWithheld: false })
  expect((await files())[3]).toMatchObject({ state: 'ready' })
})

it('[BLIND-3] have addresses of their expert alone, which end with the hours, the recusal and the panel; each opening is logged', async () => {
  const [file] = await files()
  const token = file!.address!.split('/').at(-1)!
  expect((await fetched(`/api/web/review/file/${token.replace(/^.../, 'AAA')}`)).json().error).toBe('NOT_FOUND')
  const [entry] = await world.rows(`SELECT "actorId"::text, after FROM platform_log WHERE call = 'review.file' ORDER BY id LIMIT 1`)
  expect(entry).toMatchObject({ actorId: expert.id, after: { file: 'work-017-1.pdf' } })
  world.at('2027-05-02T14:00:00.000Z')
  expect((await fetched(file!.address!)).json().error).toBe('NOT_FOUND')
  world.at(WITHIN)
  expect((await fetched(file!.address!)).statusCode).toBe(200)
  await world.rows(`UPDATE review_assignment SET state = 'withdrawn' WHERE id = $1`, [id])
  expect((await fetched(file!.address!)).json().error).toBe('NOT_FOUND')
  await world.rows(`UPDATE review_assignment SET state = 'assigned' WHERE id = $1`, [id])
})

it('[BLIND-10] tell nothing that a program wrote where it is not seen: words planted in each kind of file, wherever that kind holds any', async () => {
  const author = await world.newcomer()
  const makers = [planted.plantedDocx, planted.plantedXlsx, planted.plantedPptx, planted.plantedPdf]
  const given = await Promise.all(
    [...makers, planted.plantedJpeg, planted.plantedPng, planted.plantedGif, planted.plantedWebp, planted.plantedMp4].map((make) => make()),
  )
  // control: all of them are found in what the author uploaded
  expect(given.map(({ name, bytes }) => [name, planted.wordsIn(bytes).length])).toEqual(given.map(({ name, places }) => [name, places]))
  expect(given.slice(0, makers.length).every(({ places }) => places >= 40)).toBe(true)
  const stored = []
  for (const { name, bytes } of given) stored.push(await storeFile(world, author.id, name, bytes))
  const own = await world.work({ files: stored })
  const assignment = await world.assign(await world.round(), own.id, expert.id, 23)
  await world.call('api/web/review/prepare', { id: assignment }, expert.token)
  await expect.poll(async () => (await files(assignment)).some(({ state }) => state === 'preparing')).toBe(false)
  const shown = await files(assignment)
  expect(shown.map(({ state }) => state)).toEqual(given.map(() => 'ready'))
  for (const { name, address } of shown) {
    const reply = await fetched(address!)
    expect([name, reply.statusCode, planted.wordsIn(reply.rawPayload)]).toEqual([name, 200, []])
  }
})

it('[BLIND-11] have addresses from which no one can tell later whose work it was: nothing in them follows from the file, and each expert has another', async () => {
  const other = await world.expert()
  const second = await world.assign(await world.round(), work.id, other.id)
  const [mine] = await files()
  const [theirs] = (await world.call(`api/web/review/assignment/${second}/files`, {}, other.token, 'GET')).data.files as Shown[]
  const reported = [mine!, theirs!].map(({ address }) => Buffer.from(address!.split('/').at(-1)!.split('.')[0]!, 'base64url').toString())
  const marks = reported.map((value) => value.split(' ')[5])
  expect(marks[0]).toMatch(/^[\w-]{16}$/)
  expect(marks[1]).not.toBe(marks[0])
  const key = work.files[0]!.id
  const computed = ['sha256', 'sha1', 'md5'].flatMap((kind) =>
    ['hex', 'base64url'].map((form) =>
      createHash(kind)
        .update(key)
        .digest(form as 'hex'),
    ),
  )
  for (const value of reported) for (const known of [key, ...computed]) expect(value).not.toContain(known.slice(0, 12))
})
