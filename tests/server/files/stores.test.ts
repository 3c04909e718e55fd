/** The places where files can be kept do the same: a folder, and a bucket with the S3 interface (Debian's OpenStack Swift). */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { compareFiles } from '../../../runtime/server/files/compareFiles.ts'
import { openFileStore } from '../../../runtime/server/files/fileStore.ts'
import { moveFiles } from '../../../runtime/server/files/moveFiles.ts'
import { type S3Server, startS3Server } from '../../harness/s3Server.ts'
import { type Person, type RunningServices, startServices } from '../services/startServices.ts'
import { fileHead, MARK, multipart, plainPicture, uploadFile } from '../services/uploadFile.ts'

let s3: S3Server | null
beforeAll(async () => {
  s3 = await startS3Server()
})
afterAll(() => s3?.close())

interface Ticket {
  ticket: string
  method: 'PUT' | 'POST'
  address: string
  headers: Record<string, string>
  fields: Record<string, string> | null
}

describe.each(['folder', 'bucket'])('a store that is a %s', (kind) => {
  let run: RunningServices
  let owner: Person
  let picture: Buffer
  beforeAll(async () => {
    run = await startServices(kind === 'bucket' ? s3?.environment : {})
    owner = await run.person()
    picture = await plainPicture(480, 270)
  })
  afterAll(() => run?.close())
  // only where Debian's packages cannot be installed
  beforeEach(({ skip }) => skip(s3 === null, 'there is no object store'))

  const upload = async (content = picture) =>
    (await uploadFile(run, { name: 'a.png', content, token: owner.access_token })).body.data as { id: string; size: number }
  const download = (id: string, headers: Record<string, string> = {}) =>
    run.send('GET', `/api/platform/file/${id}`, { inject: { headers: { authorization: `Bearer ${owner.access_token}`, ...headers } } })
  const ticketFor = async (size: number, token = owner.access_token) =>
    (await run.send('GET', `/api/web/oss/sts?name=a.png&size=${size}&type=image/png&purpose=cover`, { token })).body.data as Ticket
  const bring = async ({ method, address, headers, fields }: Ticket, content: Buffer) => {
    if (fields === null) return (await fetch(address, { method, headers, body: new Uint8Array(content) })).ok
    const texts = Object.entries(fields).map(
      ([name, value]) => `--${MARK}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
    const payload = Buffer.concat([Buffer.from(texts.join('') + fileHead('a.png')), content, Buffer.from(`\r\n--${MARK}--\r\n`)])
    return (await run.send('POST', address, { inject: { payload, headers: multipart(null) } })).body.code === 0
  }
  const done = (ticket: string, token = owner.access_token) => run.send('POST', '/api/web/oss/done', { token, body: { ticket } })
  const rows = async (ticket: string) => {
    const id = JSON.parse(Buffer.from(ticket.split('.')[0]!, 'base64url').toString()).id
    return (await run.db.query('select key from platform_file where ticket = $1', [id])).rows.length
  }

  it('[STORE-1] gives back what was uploaded, whole and in parts', async () => {
    const { id } = await upload()
    const whole = await download(id)
    expect([whole.status, whole.raw.headers['accept-ranges'], whole.raw.rawPayload.equals(picture)]).toEqual([200, 'bytes', true])
    const part = async (range: string) => {
      const { status, raw } = await download(id, { range })
      return [status, raw.headers['content-range'], raw.rawPayload.toString('hex')]
    }
    const size = picture.length
    const cut = (from: number, to: number) => picture.subarray(from, to + 1).toString('hex')
    expect(await part('bytes=0-3')).toEqual([206, `bytes 0-3/${size}`, cut(0, 3)])
    expect(await part(`bytes=${size - 5}-`)).toEqual([206, `bytes ${size - 5}-${size - 1}/${size}`, cut(size - 5, size - 1)])
    expect(await part('bytes=-7')).toEqual([206, `bytes ${size - 7}-${size - 1}/${size}`, cut(size - 7, size - 1)])
    expect(await part(`bytes=4-${size + 100}`)).toEqual([206, `bytes 4-${size - 1}/${size}`, cut(4, size - 1)])
    expect(await part(`bytes=${size}-`)).toEqual([416, `bytes */${size}`, ''])
    expect((await part('bytes=0-1,5-6'))[0]).toBe(200)
  })

  it('[STORE-9] takes a large file in parts: a broken one leaves nothing, it goes on where it stopped, and is whole in the end', async () => {
    const noise = randomBytes(2700 * 3000 * 3)
    const large = await sharp(noise, { raw: { width: 2700, height: 3000, channels: 3 } })
      .png({ compressionLevel: 0 })
      .toBuffer()
    expect(large.length).toBeGreaterThan(20 * 1_048_576)
    expect((await uploadFile(run, { name: 'a.png', content: large, token: owner.access_token })).body.error).toBe('FILE_TOO_LARGE')
    const ask = async (path: string, body: object, token = owner.access_token) =>
      (await run.send('POST', `/api/platform/upload/${path}`, { token, body })).body
    const begun = (await ask('begin', { name: 'large.png', size: large.length, purpose: 'answer' })).data as {
      ticket: string
      partBytes: number
    }
    const { ticket, partBytes } = begun
    const add = async (offset: number, content: Buffer, token = owner.access_token) => {
      const texts = Object.entries({ ticket, offset: String(offset) }).map(
        ([name, value]) => `--${MARK}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      )
      const payload = Buffer.concat([Buffer.from(texts.join('') + fileHead('part')), content, Buffer.from(`\r\n--${MARK}--\r\n`)])
      return (await run.send('POST', '/api/platform/upload/part', { inject: { payload, headers: multipart(token) } })).body
    }
    const part = (offset: number) => large.subarray(offset, offset + partBytes)
    expect(await add(0, part(0))).toMatchObject({ code: 0, data: { received: partBytes } })
    // of a connection that broke in the middle
    expect((await add(partBytes, part(partBytes).subarray(0, 1_000))).error).toBe('UPLOAD_TICKET')
    expect((await add(2 * partBytes, part(2 * partBytes))).error).toBe('UPLOAD_TICKET')
    expect((await add(partBytes, Buffer.concat([part(partBytes), Buffer.from('more')]))).error).toBe('FILE_TOO_LARGE')
    expect((await ask('state', { ticket })).data).toEqual({ received: partBytes, partBytes })
    expect((await ask('end', { ticket })).error).toBe('UPLOAD_TICKET')

    const other = (await run.person()).access_token
    expect((await ask('state', { ticket }, other)).error).toBe('UPLOAD_TICKET')
    expect((await add(partBytes, part(partBytes), other)).error).toBe('UPLOAD_TICKET')
    expect((await ask('end', { ticket }, other)).error).toBe('UPLOAD_TICKET')

    for (let offset = partBytes; offset < large.length; offset += partBytes) expect((await add(offset, part(offset))).code).toBe(0)
    const file = (await ask('end', { ticket })).data as { id: string; size: number; width: number }
    expect(file).toMatchObject({ size: large.length, width: 2700 })
    expect((await ask('end', { ticket })).data).toMatchObject({ id: file.id })
    expect((await download(file.id)).raw.rawPayload.equals(large)).toBe(true)
    expect((await ask('state', { ticket })).data).toEqual({ received: large.length, partBytes })
    // of a window that does not know yet that another one has ended it
    expect((await add(partBytes, part(partBytes))).data).toEqual({ received: large.length })
    await run.db.query(`update platform_file set entity = 'forms.entry', "rowId" = '1' where key = $1`, [file.id])
    for (const path of ['state', 'end']) expect((await ask(path, { ticket })).error).toBe('UPLOAD_TICKET')
    await run.db.query('update platform_file set entity = null, "rowId" = null where key = $1', [file.id])
    expect((await ask('begin', { name: 'a.png', size: 524_288_001 })).error).toBe('FILE_TOO_LARGE')
  })

  it('[STORE-2] is read and written by jobs as by requests', async () => {
    await upload()
    const asked = await run.send('POST', '/api/usercenter/user/export', { token: owner.access_token, body: {} })
    expect(asked.body.code).toBe(0)
    await expect
      .poll(async () => (await run.db.query(`select type from platform_file where purpose = 'export'`)).rows)
      .toEqual([{ type: 'application/zip' }])
  })

  it('[STORE-3] takes a file by a ticket, once, for the person who asked', async () => {
    const asked = await ticketFor(picture.length)
    expect((await done(asked.ticket)).body.error).toBe('UPLOAD_TICKET')
    expect(await bring(asked, picture)).toBe(true)
    const stranger = await run.person()
    expect((await done(asked.ticket, stranger.access_token)).body.error).toBe('NOT_FOUND')
    const file = (await done(asked.ticket)).body.data
    expect(file).toMatchObject({ name: 'a.png', type: 'image/png', size: picture.length, width: 480, height: 270 })
    expect((await download(file.id)).raw.rawPayload.equals(picture)).toBe(true)
    expect((await download(file.id, { authorization: `Bearer ${stranger.access_token}` })).body.error).toBe('NOT_FOUND')
    expect((await done(asked.ticket)).body.data.id).toBe(file.id)
    expect(await rows(asked.ticket)).toBe(1)
  })

  it('[STORE-4] keeps one file when a ticket is handed in by several requests at once', async () => {
    const asked = await ticketFor(picture.length)
    await bring(asked, picture)
    const answers = await Promise.all(Array.from({ length: 4 }, () => done(asked.ticket)))
    expect(new Set(answers.map(({ body }) => body.data?.id))).toHaveLength(1)
    expect(await rows(asked.ticket)).toBe(1)
  })

  it('[STORE-5] refuses more or less than the ticket says, another content, a changed or an ended ticket', async () => {
    for (const content of [Buffer.concat([picture, Buffer.alloc(9)]), picture.subarray(0, -9)]) {
      const asked = await ticketFor(picture.length)
      expect(await bring(asked, content)).toBe(false)
      expect((await done(asked.ticket)).body.error).toBe('UPLOAD_TICKET')
    }
    const page = Buffer.from('<html><script>alert(1)</script></html>')
    const wrong = await ticketFor(page.length)
    await bring(wrong, page)
    expect((await done(wrong.ticket)).body.error).toBe(kind === 'bucket' ? 'FILE_TYPE' : 'UPLOAD_TICKET')
    expect(await rows(wrong.ticket)).toBe(0)
    const { ticket } = await ticketFor(picture.length)
    const [value = '', code] = ticket.split('.')
    const longer = Buffer.from(JSON.stringify({ ...JSON.parse(Buffer.from(value, 'base64url').toString()), size: 9e6 })).toString(
      'base64url',
    )
    expect((await done(`${longer}.${code}`)).body.error).toBe('UPLOAD_TICKET')
    const tooLarge = await run.send('GET', '/api/web/oss/sts?name=a.png&size=900000000', { token: owner.access_token })
    expect(tooLarge.body.error).toBe('FILE_TOO_LARGE')
    expect((await run.send('GET', '/api/web/oss/sts?name=a.png&size=9', {})).body.error).toBe('SESSION_REQUIRED')
  })

  it('[STORE-6] names rows without bytes, and bytes without a row after an hour', async () => {
    const { files, dataDirectory } = { files: run.server.deps.db, dataDirectory: run.dataDirectory }
    const store = openFileStore(dataDirectory, kind === 'bucket' ? s3!.environment : {})
    const lost = await upload()
    await store.remove(lost.id)
    await store.draft('orphan-orphan-orphan')
    const later = new Date(Date.now() + 2 * 3_600_000)
    const before = await compareFiles(files, store, later)
    expect(before.missing).toEqual({ count: 1, keys: [lost.id] })
    expect(before.orphans.count).toBe(0)
    const kept = await upload()
    await run.db.query('delete from platform_file where key = $1', [kept.id])
    expect((await compareFiles(files, store, new Date())).orphans.count).toBe(0)
    expect((await compareFiles(files, store, later)).orphans).toEqual({ count: 1, keys: [kept.id], size: kept.size })
    expect((await download(lost.id)).body.error).toBe('FILE_MISSING')
    await run.db.query('delete from platform_file where key = $1', [lost.id])
  })

  it('[STORE-7] is left for the other one: what stopped in the middle goes on, damaged bytes stay behind, the mark comes along', async () => {
    const db = run.server.deps.db
    const first = openFileStore(run.dataDirectory, kind === 'bucket' ? s3!.environment : {})
    const folder = mkdtempSync(join(tmpdir(), 'agon-moved-'))
    const other = { ...(kind === 'bucket' ? {} : { ...s3!.environment, FILES: s3!.environment.FILES!.replace('/agon?', '/moved?') }) }
    try {
      const second = openFileStore(folder, other)
      const all = (await run.db.query('select key from platform_file order by id')).rows.map(({ key }) => key as string)
      const damaged = await upload()
      await run.db.query(`update platform_file set sha256 = repeat('0', 64) where key = $1`, [damaged.id])
      let kept = 0
      const stopping = { ...second, keep: async (key: string) => (++kept > 2 ? Promise.reject(new Error('stopped')) : second.keep(key)) }
      await expect(moveFiles(db, first, stopping)).rejects.toThrow('stopped')
      const done = await moveFiles(db, first, second)
      expect(done).toEqual({ moved: all.length - 2, there: 2, missing: [], damaged: [damaged.id] })
      expect([await second.has(damaged.id), await second.readMark()]).toEqual([false, await first.readMark()])
      expect((await compareFiles(db, second, new Date())).missing.keys).toEqual([damaged.id])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it.runIf(kind === 'bucket')('[STORE-8] that does not answer refuses files with a reason, and readiness says so', async () => {
    const { id } = await upload()
    await s3!.close()
    const refused = await uploadFile(run, { name: 'a.png', content: picture, token: owner.access_token })
    expect([refused.status, refused.body.error]).toEqual([503, 'FILES_UNAVAILABLE'])
    expect((await download(id)).body.error).toBe('FILES_UNAVAILABLE')
    await expect.poll(async () => (await run.server.app.inject({ url: '/health/ready' })).json().reason, { timeout: 240_000 }).toBe('files')
  })
})
