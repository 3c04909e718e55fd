import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StoredFile } from '../../../runtime/core/contracts.ts'
import { keepHouse } from '../../../runtime/server/startHousekeeping.ts'
import { type Person, type RunningServices, startServices, until } from './startServices.ts'
import { fileHead, filesOnDisk, MARK, multipart, plainPicture, uploadFile } from './uploadFile.ts'

const HEAD = fileHead('dot.png')

let run: RunningServices
let owner: Person
let stranger: Person
let picture: Buffer
beforeAll(async () => {
  run = await startServices()
  owner = await run.person()
  stranger = await run.person()
  picture = await plainPicture(4, 4)
})
afterAll(() => run?.close())

async function upload(person: Person = owner): Promise<StoredFile> {
  return (await uploadFile(run, { name: 'dot.png', content: picture, token: person.access_token })).body.data
}
const declared = (what: string, body: object, person = owner) =>
  run.send('POST', `/api/fixture/declared/${what}`, { token: person.access_token, body })
const binding = async (id: string) => (await run.db.query('select entity, "rowId" from platform_file where key = $1', [id])).rows[0]
const FREE = { entity: null, rowId: null }

describe('a file that a declared write names', () => {
  it('belongs to the row from then on, with the facts that are stored of it', async () => {
    const file = await upload()
    const { body } = await declared('create', { title: 'one', picture: { ...file, size: 1, name: 'claimed.exe' } })
    expect(body.data.picture).toEqual(file)
    expect(body.data.picture).not.toHaveProperty('ownerId')
    expect(await binding(file.id)).toEqual({ entity: 'fixture.note', rowId: body.data.id })
  })

  it('belongs to the row as well when a transition names it, and is free when the next one names another', async () => {
    const turn = async (body: object) => (await run.send('POST', '/api/fixture/leaf/turn', { token: owner.access_token, body })).body
    const { id } = (await run.send('POST', '/api/fixture/leaf', { token: owner.access_token, body: {} })).body.data
    const [first, second, foreign] = [await upload(), await upload(), await upload(stranger)]
    expect((await turn({ id, picture: { ...first, size: 1 } })).data).toMatchObject({ state: 'turned', picture: first })
    expect(await binding(first.id)).toEqual({ entity: 'fixture.leaf', rowId: id })
    expect((await turn({ id, picture: foreign })).error).toBe('CALL_INPUT')
    expect(await binding(foreign.id)).toEqual(FREE)
    expect((await turn({ id })).data.picture).toEqual(first)
    expect((await turn({ id, picture: second })).data.picture).toEqual(second)
    expect([await binding(first.id), await binding(second.id)]).toEqual([FREE, { entity: 'fixture.leaf', rowId: id }])
  })

  it("is no visitor's when it belongs to nobody any more", async () => {
    const file = await upload()
    await run.db.query('update platform_file set "ownerId" = null where key = $1', [file.id])
    const { body } = await run.send('POST', '/api/fixture/leaf/drop', { body: { picture: file } })
    expect(body.error).toBe('CALL_INPUT')
    expect(await binding(file.id)).toEqual(FREE)
  })

  it('is refused when it is of somebody else, of another row or of nobody, and nothing is written', async () => {
    const taken = await upload()
    const other = (await declared('create', { title: 'taken', picture: taken })).body.data.id
    const foreign = await upload(stranger)
    const before = (await run.db.query('select count(*)::int as n from fixture_note')).rows[0].n
    for (const file of [foreign, taken, { ...foreign, id: 'A'.repeat(22) }, { id: foreign.id }, { name: 'no id' }]) {
      const { body } = await declared('create', { title: 'no', picture: file })
      expect(body).toMatchObject({ error: 'CALL_INPUT', details: { errors: [{ path: '/picture', rule: 'fileUnknown' }] } })
      expect((await declared('create', { title: 'no', pictures: [file] })).body.details.errors[0].path).toBe('/pictures')
    }
    expect((await run.db.query('select count(*)::int as n from fixture_note')).rows[0].n).toBe(before)
    const mine = (await declared('create', { title: 'mine' })).body.data.id
    expect((await declared('update', { id: mine, picture: taken })).body.error).toBe('CALL_INPUT')
    expect((await run.db.query('select picture from fixture_note where id = $1', [mine])).rows[0].picture).toBeNull()
    expect(await binding(taken.id)).toEqual({ entity: 'fixture.note', rowId: other })
    expect(await binding(foreign.id)).toEqual(FREE)
  })

  it('stays when the row is written again, and is set free when the row names another or none', async () => {
    const [first, second, third] = [await upload(), await upload(), await upload()]
    const { id } = (await declared('create', { title: 'album', picture: first, pictures: [second] })).body.data
    const bound = { entity: 'fixture.note', rowId: id }
    await declared('update', { id, picture: first, pictures: [second, third] })
    expect(await Promise.all([first, second, third].map((file) => binding(file.id)))).toEqual([bound, bound, bound])
    await declared('update', { id, picture: null, pictures: [third] })
    expect(await Promise.all([first, second, third].map((file) => binding(file.id)))).toEqual([FREE, FREE, bound])
  })

  it('is set free with the row', async () => {
    const file = await upload()
    const { id } = (await declared('create', { title: 'short', picture: file })).body.data
    await declared('remove', { id })
    expect(await binding(file.id)).toEqual(FREE)
  })
})

describe('a multipart body', () => {
  it('is refused by a call that takes no files', async () => {
    const reply = await run.send('POST', '/api/fixture/declared/create', {
      inject: { payload: HEAD, headers: multipart(owner.access_token) },
    })
    expect(reply.status).toBe(415)
    expect(reply.body.error).toBe('CONTENT_TYPE')
  })

  it('gives its fields to the call, which holds them to its input', async () => {
    const part = (name: string, value: string) => `--${MARK}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
    const send = (fields: string) =>
      run.send('POST', '/api/platform/upload', {
        inject: {
          payload: Buffer.concat([Buffer.from(fields + HEAD), picture, Buffer.from(`\r\n--${MARK}--\r\n`)]),
          headers: multipart(owner.access_token),
        },
      })
    const { body } = await send(part('purpose', 'cover'))
    expect((await run.db.query('select purpose from platform_file where key = $1', [body.data.id])).rows).toEqual([{ purpose: 'cover' }])
    expect((await send(part('other', 'x'))).body.error).toBe('CALL_INPUT')
  })

  it('that breaks off in the middle of a file leaves neither a row nor bytes', async () => {
    await run.server.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = run.server.app.server.address() as AddressInfo
    const rows = async () => (await run.db.query('select count(*)::int as n from platform_file')).rows[0].n
    const before = { rows: await rows(), disk: await filesOnDisk(run) }
    const socket = connect(port, '127.0.0.1')
    const headers = Object.entries({ ...multipart(owner.access_token), host: 'x', 'content-length': '500000' })
    socket.write(`POST /api/platform/upload HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n${HEAD}`)
    socket.write(Buffer.alloc(200_000, 7))
    await until(async () => (await filesOnDisk(run)) > before.disk)
    socket.destroy()
    await until(async () => (await filesOnDisk(run)) === before.disk)
    expect(await rows()).toBe(before.rows)
  })
})

describe('retention', () => {
  const day = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  const insert = async (table: string, values: Record<string, unknown>): Promise<string> => {
    const names = Object.keys(values)
    const text = `insert into ${table} (${names.map((name) => `"${name}"`)}) values (${names.map((_, at) => `$${at + 1}`)}) returning id`
    return (await run.db.query(text, Object.values(values))).rows[0].id
  }
  const bind = (file: StoredFile, entity: string, rowId: string) =>
    run.db.query('update platform_file set entity = $1, "rowId" = $2 where key = $3', [entity, rowId, file.id])

  it('deletes the rows whose days are over, sets their files free, and touches no other', async () => {
    const contract = await upload()
    const over = await insert('fixture_lease', { endsAt: day(31), contract })
    const kept = [await insert('fixture_lease', { endsAt: day(29) }), await insert('fixture_lease', { endsAt: null })]
    await bind(contract, 'fixture.lease', over)
    await keepHouse(run.server.deps)
    expect((await run.db.query('select id from fixture_lease order by id')).rows.map(({ id }) => id)).toEqual(kept)
    expect(await binding(contract.id)).toEqual(FREE)
  })

  it('empties the declared fields only, of the rows whose days are over only', async () => {
    const [old, young] = [await upload(), await upload()]
    const over = await insert('fixture_guest', { leftAt: day(31), nights: 2, phone: '13900000000', photo: old })
    const recent = await insert('fixture_guest', { leftAt: day(1), nights: 3, phone: '13900000001', photo: young })
    await bind(old, 'fixture.guest', over)
    await bind(young, 'fixture.guest', recent)
    await keepHouse(run.server.deps)
    await keepHouse(run.server.deps)
    expect((await run.db.query('select id, nights, phone, photo from fixture_guest order by id')).rows).toEqual([
      { id: over, nights: 2, phone: null, photo: null },
      { id: recent, nights: 3, phone: '13900000001', photo: young },
    ])
    expect(await binding(old.id)).toEqual(FREE)
    expect(await binding(young.id)).toEqual({ entity: 'fixture.guest', rowId: recent })
  })
})
