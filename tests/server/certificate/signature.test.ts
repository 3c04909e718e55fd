/** Certificates signed with the operator's own certificate, verified by another library. */
import { createHash, generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import forge from 'node-forge'
import { ContentInfo, SignedData } from 'pkijs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readSigner } from '../../../runtime/server/pdf/signature/readSigner.ts'
import { readPdf } from '../../harness/readPdf.ts'
import { type CertificateWorld, createCertificateWorld, W } from './certificateWorld.ts'

const PASSWORD = 'seal of the office'
const CERTIFICATE_HASH = '1.2.840.113549.1.9.16.2.47'
let world: CertificateWorld
let folder: string
let path: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'agon-test-seal-'))
  path = join(folder, 'seal.p12')
  writeFileSync(path, makeP12('Example Office', new Date('2036-01-01')))
  world = await createCertificateWorld({ environment: { PDF_SIGNING_P12: path, PDF_SIGNING_PASSWORD: PASSWORD } })
})
afterAll(async () => {
  await world?.close()
  rmSync(folder, { recursive: true, force: true })
})

function makeP12(name: string, until: Date): Buffer {
  const { pki, pkcs12, asn1, md } = forge
  const pem = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
  const key = pki.privateKeyFromPem(pem)
  const certificate = pki.createCertificate()
  certificate.publicKey = pki.setRsaPublicKey(key.n, key.e)
  certificate.serialNumber = '0a1b'
  certificate.validity.notBefore = new Date('2020-01-01')
  certificate.validity.notAfter = until
  certificate.setSubject([{ name: 'commonName', value: name }])
  certificate.setIssuer([{ name: 'commonName', value: name }])
  certificate.sign(key, md.sha256.create())
  return Buffer.from(asn1.toDer(pkcs12.toPkcs12Asn1(key, certificate, PASSWORD)).getBytes(), 'binary')
}

/** What the signature covers, and the signature. */
function partsOf(pdf: Buffer): { covered: Buffer; signature: Buffer; rest: number } {
  const [, ...numbers] = /\/ByteRange \[(\d+) (\d+) (\d+) (\d+)\s*\]/.exec(pdf.toString('latin1'))!
  const [, first, second, length] = numbers.map(Number) as [number, number, number, number]
  const covered = Buffer.concat([pdf.subarray(0, first), pdf.subarray(second, second + length)])
  const signature = Buffer.from(pdf.subarray(first + 1, second - 1).toString('latin1'), 'hex')
  return { covered, signature, rest: pdf.length - second - length }
}
const arrayOf = (bytes: Buffer) => new Uint8Array(bytes).buffer
function verify(signature: Buffer, covered: Buffer): Promise<boolean> {
  const signed = new SignedData({ schema: ContentInfo.fromBER(arrayOf(signature)).content })
  return signed.verify({ signer: 0, data: arrayOf(covered), checkChain: false }).catch(() => false)
}

it('[CERT-20] an issued PDF is signed as a whole; a changed byte breaks the signature, and its words stay', async () => {
  const { list } = await world.issued(2)
  const { rawPayload: pdf } = await world.pdf(`id=${list[1].id}`, world.organiser)
  expect(createHash('sha256').update(pdf).digest('hex')).toBe(list[1].fileHash)
  const { covered, signature, rest } = partsOf(pdf)
  expect(rest).toBe(0)
  expect(await verify(signature, covered)).toBe(true)
  covered[200]! ^= 1
  expect(await verify(signature, covered)).toBe(false)
  const text = pdf.toString('latin1')
  expect(text).toContain('/ETSI.CAdES.detached')
  expect(text).toContain('(Example Office)')
  const [signer] = new SignedData({ schema: ContentInfo.fromBER(arrayOf(signature)).content }).signerInfos
  const hash = signer!.signedAttrs!.attributes.find(({ type }) => type === CERTIFICATE_HASH)!
  const own = readSigner({ PDF_SIGNING_P12: path, PDF_SIGNING_PASSWORD: PASSWORD }, new Date())!.chain[0]!
  expect(Buffer.from(hash.values[0].toBER()).includes(createHash('sha256').update(own).digest())).toBe(true)
  const read = await readPdf(pdf)
  expect(read.pages[0]).toContain('获奖者2')
  if (process.env.PICTURES) writeFileSync(join(process.env.PICTURES, 'signed.pdf'), pdf)
})

it('[CERT-21] a preview is not signed', async () => {
  const reply = await world.app.inject({
    url: `/${W}/preview?templateId=certificate.classic&competitionId=${world.competitionId}`,
    headers: { authorization: `Bearer ${world.organiser}` },
  })
  expect(reply.headers['content-type']).toBe('application/pdf')
  expect(reply.rawPayload.toString('latin1')).not.toContain('/ByteRange')
})

it('[CERT-22] the start is refused with the reason: no file, a wrong password, a certificate that is over', () => {
  const read = (file: string, password: string) => () => readSigner({ PDF_SIGNING_P12: file, PDF_SIGNING_PASSWORD: password }, new Date())
  expect(read(join(folder, 'none.p12'), PASSWORD)).toThrow(/none\.p12\): the file cannot be read/)
  expect(read(path, 'another')).toThrow(/PDF_SIGNING_PASSWORD is not its password/)
  const past = join(folder, 'past.p12')
  writeFileSync(past, makeP12('Past', new Date('2024-01-01')))
  expect(read(past, PASSWORD)).toThrow(/was valid until .*2024/)
  expect(readSigner({}, new Date())).toBeNull()
})
