import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { deflateSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uploadedFile } from '../../../runtime/server/calls/uploadedFile.ts'
import type { BuiltServices } from '../../../runtime/server/services.ts'
import { type Person, type RunningServices, startServices } from './startServices.ts'
import { filesOnDisk, plainPicture, uploadFile } from './uploadFile.ts'

let run: RunningServices
let owner: Person
let stranger: Person
let picture: Buffer
beforeAll(async () => {
  run = await startServices()
  owner = await run.person()
  stranger = await run.person()
  picture = await plainPicture(480, 270)
})
afterAll(() => run?.close())

function upload(name: string, content: Buffer, token: string | null = owner.access_token, fields: Record<string, string> = {}) {
  return uploadFile(run, { name, content, token, fields })
}
const download = (id: string, token?: string) => run.send('GET', `/api/platform/file/${id}`, token ? { token } : {})
const stored = async () => (await run.db.query('select count(*)::int as n from platform_file')).rows[0].n as number
/** A PNG whose header claims a size that nobody wants to decode. */
function floodPng(width: number, height: number): Buffer {
  const crc = (data: Buffer) => {
    let value = 0xffffffff
    for (const byte of data) {
      value ^= byte
      for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
    }
    return (value ^ 0xffffffff) >>> 0
  }
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const out = Buffer.alloc(8 + body.length)
    out.writeUInt32BE(data.length, 0)
    body.copy(out, 4)
    out.writeUInt32BE(crc(body), 4 + body.length)
    return out
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(Buffer.alloc(100))), chunk('IEND', Buffer.alloc(0))])
}

describe('an upload', () => {
  it('is kept with its real type and size under an id that cannot be guessed', async () => {
    const reply = await upload('cover.png', picture, owner.access_token, { purpose: 'cover' })
    expect(reply.body.data).toMatchObject({
      name: 'cover.png',
      type: 'image/png',
      size: picture.length,
      width: 480,
      height: 270,
    })
    expect(reply.body.data.id).toMatch(/^[\w-]{22}$/)
    const row = (
      await run.db.query('select purpose, sha256, entity, "ownerId"::text from platform_file where key = $1', [reply.body.data.id])
    ).rows[0]
    expect(row).toMatchObject({ purpose: 'cover', entity: null, ownerId: owner.id })
    expect((await download(reply.body.data.id, owner.access_token)).raw.rawPayload.equals(picture)).toBe(true)
  })

  it('[FILE-FOLDER-1] is refused with a reason while the folder is missing, foreign or takes nothing; ready says so; then all goes on', async () => {
    const folder = join(run.dataDirectory, 'files')
    const ready = async () => {
      await new Promise((resolve) => setTimeout(resolve, 1_100))
      const reply = await run.server.app.inject({ url: '/health/ready' })
      return [reply.statusCode, reply.json().reason ?? 'ok']
    }
    const kept = (await upload('kept.png', picture)).body.data.id
    const move = (from: string, to: string) => renameSync(join(folder, from), join(folder, to))
    const refusals: [string, () => void, () => void][] = [
      ['missing', () => renameSync(folder, `${folder}.away`), () => renameSync(`${folder}.away`, folder)],
      [
        'of another database',
        () => {
          move('.database', '.kept')
          writeFileSync(join(folder, '.database'), 'another')
        },
        () => move('.kept', '.database'),
      ],
      [
        'without a place for drafts',
        () => {
          move('draft', 'away')
          writeFileSync(join(folder, 'draft'), '')
        },
        () => {
          rmSync(join(folder, 'draft'))
          move('away', 'draft')
        },
      ],
    ]
    for (const [what, spoil, mend] of refusals) {
      spoil()
      const { status, body } = await upload('picture.png', picture)
      expect([what, status, body.error]).toEqual([what, 503, 'FILES_UNAVAILABLE'])
      expect([what, ...(await ready())]).toEqual([what, 503, 'files'])
      mend()
    }
    expect((await upload('picture.png', picture)).body.code).toBe(0)
    rmSync(join(folder, kept.slice(0, 2), kept))
    expect((await download(kept, owner.access_token)).raw.json().error).toBe('FILE_MISSING')
    expect(await ready()).toEqual([200, 'ok'])
  })

  it('[FILE-22] shows no %22 for the quotes that browsers write so', async () => {
    expect((await upload('%22a%22.png', picture)).body.data).toMatchObject({ name: 'a.png' })
  })

  it('is refused, and leaves nothing behind, when the content is not what the name says', async () => {
    const before = [await stored(), await filesOnDisk(run)]
    const html = Buffer.from('<html><script>alert(1)</script></html>')
    const cases: [string, Buffer, string][] = [
      ['page.png', html, 'FILE_TYPE'],
      ['page.html', html, 'FILE_TYPE'],
      ['drawing.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), 'FILE_TYPE'],
      ['picture.jpg', picture, 'FILE_TYPE'],
      ['picture.png.exe', picture, 'FILE_TYPE'],
      ['picture', picture, 'FILE_TYPE'],
      ['polyglot.gif', Buffer.from('GIF89a=1;alert(1)//<html>'), 'FILE_IMAGE'],
      ['half.png', picture.subarray(0, 20), 'FILE_IMAGE'],
      ['empty.png', Buffer.alloc(0), 'FILE_TYPE'],
      ['flood.png', floodPng(30_000, 30_000), 'FILE_IMAGE'],
    ]
    for (const [name, content, error] of cases) expect([name, (await upload(name, content)).body.error]).toEqual([name, error])
    expect([await stored(), await filesOnDisk(run)]).toEqual(before)
  })

  it('[FILE-XML-1] of an electronic invoice is read: well-formed XML without a document type, a zip with the OFD.xml of an OFD', async () => {
    const xml = (text: string) => Buffer.from(text)
    const ofd = (entry: string) =>
      Buffer.from(zipSync({ 'OFD.xml': xml(entry), 'Doc_0/Document.xml': xml('<ofd:Document xmlns:ofd="o"/>') }))
    const cases: [string, Buffer, string][] = [
      ['invoice.xml', xml('<?xml version="1.0" encoding="UTF-8"?><EInvoice><Header/></EInvoice>'), 'application/xml'],
      ['bare.xml', xml('<EInvoice/>'), 'application/xml'],
      ['utf16.xml', Buffer.from('\ufeff<?xml version="1.0" encoding="UTF-16"?><a>发票</a>', 'utf16le'), 'application/xml'],
      [
        'gbk.xml',
        Buffer.concat([xml('<?xml version="1.0" encoding="GBK"?><a>'), Buffer.from('b7a2c6b1', 'hex'), xml('</a>')]),
        'application/xml',
      ],
      ['broken.xml', Buffer.concat([xml('<?xml version="1.0"?><a>'), Buffer.from('b7ff', 'hex'), xml('</a>')]), 'FILE_TYPE'],
      ['gbk.csv', Buffer.from('d0d5c3fb2cd1a7d0a3', 'hex'), 'text/csv'],
      ['noise.csv', Buffer.from('0102030405ff', 'hex'), 'FILE_TYPE'],
      ['open.xml', xml('<?xml version="1.0"?><EInvoice>'), 'FILE_TYPE'],
      ['outside.xml', xml('<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'), 'FILE_TYPE'],
      ['words.xml', xml('no markup'), 'FILE_TYPE'],
      ['invoice.ofd', ofd('<ofd:OFD xmlns:ofd="http://www.ofdspec.org/2016"/>'), 'application/ofd'],
      ['other.ofd', ofd('<root/>'), 'FILE_TYPE'],
      ['zip.ofd', Buffer.from(zipSync({ 'a.txt': xml('a') })), 'FILE_TYPE'],
      ['pdf.ofd', Buffer.from(`%PDF-1.4\n${'x'.repeat(300)}\n%%EOF`), 'FILE_TYPE'],
    ]
    for (const [name, content, kept] of cases) {
      const { data, error } = (await upload(name, content)).body
      expect([name, error ?? data.type]).toEqual([name, kept])
    }
  })

  it('is refused as soon as it passes the size limit', async () => {
    const before = [await stored(), await filesOnDisk(run)]
    const reply = await upload('big.png', Buffer.concat([picture, Buffer.alloc(20 * 1024 * 1024 + 1)]))
    expect(reply.body.error).toBe('FILE_TOO_LARGE')
    expect([await stored(), await filesOnDisk(run)]).toEqual(before)
  })

  it('[UPLOAD-10] lies in the input unseen by what looks through it: its buffers would be looked at byte by byte', () => {
    const file = uploadedFile('cover.png', 'image/png', Readable.from([picture]))
    const seen: unknown[] = []
    JSON.stringify({ file }, (_, value) => {
      seen.push(value)
      return value
    })
    expect(seen.some((value) => value instanceof Readable)).toBe(false)
    expect(file.stream).toBeInstanceOf(Readable)
  })

  it('keeps a name that is only a name', async () => {
    const names: [string, string][] = [
      ['../../etc/cover.png', 'cover.png'],
      ['a\u202egnp.exe.png', 'agnp.exe.png'],
      ['封面 图.png', '封面 图.png'],
    ]
    for (const [sent, kept] of names) expect((await upload(sent, picture)).body.data?.name).toBe(kept)
  })

  it('is for people who are signed in', async () => {
    expect((await upload('cover.png', picture, null)).body.error).toBe('SESSION_REQUIRED')
  })
})

describe('a file', () => {
  it('is sent as a download that no browser runs', async () => {
    const { id } = (await upload('数据 (x).png', picture)).body.data
    const { headers } = (await download(id, owner.access_token)).raw
    expect(headers['content-disposition']).toMatch(/^attachment; filename="[\x20-\x7e]+"; filename\*=UTF-8''%E6%95%B0/)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox")
    expect(headers['content-type']).toBe('image/png')
  })

  it('does not exist for others, signed in or not, whatever they hold', async () => {
    const { id } = (await upload('cover.png', picture)).body.data
    const admin = await run.person('account.platformAdmin')
    for (const token of [stranger.access_token, admin.access_token, undefined]) {
      expect((await download(id, token)).body).toMatchObject({ error: 'NOT_FOUND' })
    }
    expect((await download('A'.repeat(22), owner.access_token)).body.error).toBe('NOT_FOUND')
  })

  it('bound to a row is read by who may read the row, and by nobody else', async () => {
    const file = (await upload('cover.png', picture)).body.data
    await run.send('POST', '/api/fixture/note', { token: owner.access_token, body: { title: 'With a picture', picture: file } })
    expect((await run.db.query('select entity from platform_file where key = $1', [file.id])).rows[0].entity).toBe('fixture.note')
    const reader = await run.person('account.organiser')
    expect((await download(file.id, reader.access_token)).raw.rawPayload.equals(picture)).toBe(true)
    expect((await download(file.id, stranger.access_token)).body.error).toBe('NOT_FOUND')
  })

  it("cannot be taken over by naming it in a row of one's own", async () => {
    const file = (await upload('cover.png', picture)).body.data
    await run.send('POST', '/api/fixture/note', { token: stranger.access_token, body: { title: 'Not mine', picture: file } })
    expect((await run.db.query('select entity from platform_file where key = $1', [file.id])).rows[0].entity).toBeNull()
    expect((await download(file.id, stranger.access_token)).body.error).toBe('NOT_FOUND')
  })

  it('that belongs to nothing goes after a day, unless a draft names it', async () => {
    const gone = (await upload('gone.png', picture)).body.data
    const drafted = (await upload('drafted.png', picture)).body.data
    const fresh = (await upload('fresh.png', picture)).body.data
    await run.send('POST', '/api/platform/draft', {
      token: owner.access_token,
      body: { key: 'k', hash: 'h', answers: { file: [drafted] } },
    })
    await run.db.query(`update platform_file set "createdAt" = now() - interval '25 hours' where key = any($1)`, [[gone.id, drafted.id]])
    await (run.server.deps.services as BuiltServices).files.removeOrphans(new Date())
    expect((await download(gone.id, owner.access_token)).body.error).toBe('NOT_FOUND')
    expect((await download(drafted.id, owner.access_token)).raw.statusCode).toBe(200)
    expect((await download(fresh.id, owner.access_token)).raw.statusCode).toBe(200)
    expect(existsSync(join(run.dataDirectory, 'files', gone.id.slice(0, 2), gone.id))).toBe(false)
  })
})
