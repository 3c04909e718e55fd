/** Badges: certificates as signed credentials that anyone verifies without the platform. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fromBase58, toBase58 } from '../../../plugins/certificate/badge/base58.ts'
import { isSignedBy, type Json } from '../../../plugins/certificate/badge/dataIntegrity.ts'
import { verifyBadge } from '../../../plugins/certificate/badge/verifyBadge.ts'
import { type CertificateWorld, createCertificateWorld, W } from './certificateWorld.ts'

let world: CertificateWorld
beforeAll(async () => {
  world = await createCertificateWorld()
})
afterAll(() => world?.close())

const get = (url: string) => world.app.inject({ url })
const json = async (url: string) => (await get(url)).json() as Json
const badgeOf = (code: string) => json(`/${W}/badge?certificate=${code}`)
const didDocument = () => json('/.well-known/did.json')
/** As the badge names it. */
async function statusOf(badge: Json): Promise<Json> {
  const { pathname, search } = new URL((badge.credentialStatus as { statusListCredential: string }).statusListCredential)
  return json(pathname + search)
}

describe('[CERT-11] a badge', () => {
  it('is signed as others sign: the example of the W3C suite holds, and does not with a word changed', () => {
    const did = 'z6MkrJVnaZkeFzdQyMZu1cgjg7k1pZZ6pvBQ7XJPt4swbTQ2'
    const context = ['https://www.w3.org/ns/credentials/v2', 'https://www.w3.org/ns/credentials/examples/v2']
    // https://www.w3.org/TR/vc-di-eddsa/#representation-eddsa-jcs-2022
    const example = {
      '@context': context,
      id: 'urn:uuid:58172aac-d8ba-11ed-83dd-0b3aef56cc33',
      type: ['VerifiableCredential', 'AlumniCredential'],
      name: 'Alumni Credential',
      description: 'A minimum viable example of an Alumni Credential.',
      issuer: 'https://vc.example/issuers/5678',
      validFrom: '2023-01-01T00:00:00Z',
      credentialSubject: { id: 'did:example:abcdefgh', alumniOf: 'The School of Examples' },
      proof: {
        type: 'DataIntegrityProof',
        cryptosuite: 'eddsa-jcs-2022',
        created: '2023-02-24T23:36:38Z',
        verificationMethod: `did:key:${did}#${did}`,
        proofPurpose: 'assertionMethod',
        '@context': context,
        proofValue: 'z2HnFSSPPBzR36zdDgK8PbEHeXbR56YF24jwMpt3R1eHXQzJDMWS93FCzpvJpwTWd3GAVFuUfjoJdcnTMuVor51aX',
      },
    }
    const key = fromBase58(did)!
    expect(toBase58(key)).toBe(did)
    expect(isSignedBy(example, key.subarray(2))).toBe(true)
    expect(isSignedBy({ ...example, name: 'Other' }, key.subarray(2))).toBe(false)
  })

  it('says what the public page says, is signed by the key at /.well-known/did.json, and names the PDF', async () => {
    const [{ code, serial, fileHash }] = (await world.issued(1)).list
    const [badge, did] = [await badgeOf(code), await didDocument()]
    expect(badge).toMatchObject({
      type: ['VerifiableCredential', 'OpenBadgeCredential'],
      issuer: { id: did.id },
      credentialSubject: { identifier: [{ identityHash: '获奖者1' }], achievement: { description: expect.stringContaining(serial) } },
      proof: { cryptosuite: 'eddsa-jcs-2022', verificationMethod: `${did.id}#key-1` },
    })
    expect(did.id).toMatch(/^did:web:/)
    const pdf = (await world.pdf(`certificate=${code}`)).rawPayload
    const verdict = verifyBadge({ badge, did, status: await statusOf(badge), pdf })
    expect(verdict).toMatchObject({ failures: [], issuer: expect.any(String) })
    expect(verdict.passed).toHaveLength(6)
    expect(JSON.stringify(badge)).toContain(Buffer.from(fileHash, 'hex').toString('base64'))
    expect((await badgeOf(code)).proof).toEqual(badge.proof)
  })

  it('is refused when a word, the PDF or the key is another one, and when its certificate is withdrawn or replaced', async () => {
    const { list } = await world.issued(2)
    const did = await didDocument()
    const badge = await badgeOf(list[0].code)
    const failures = async (change: Parameters<typeof verifyBadge>[0]) => verifyBadge(change).failures
    expect(await failures({ badge: { ...badge, name: 'Other' }, did })).toEqual([expect.stringMatching(/^The signature is wrong/)])
    expect(await failures({ badge, did, pdf: Buffer.from('other') })).toEqual([expect.stringMatching(/^The PDF/)])
    const key = fromBase58((did.verificationMethod as { publicKeyMultibase: string }[])[0]!.publicKeyMultibase)!
    key[10]! ^= 1
    const method = { ...(did.verificationMethod as object[])[0], publicKeyMultibase: toBase58(key) }
    expect(await failures({ badge, did: { ...did, verificationMethod: [method] } })).toHaveLength(1)
    await world.call(`${W}/withdraw`, { id: String(list[0].id), reason: '名单有误' }, world.organiser)
    const status = await statusOf(badge)
    expect(await failures({ badge, did, status })).toEqual([expect.stringMatching(/^Withdrawn/)])
    expect(await failures({ badge: await badgeOf(list[1].code), did, status })).toEqual([])
    expect((await get(`/${W}/badge?certificate=${list[0].code}`)).json()).toMatchObject({ error: 'NOT_FOUND' })
    const forged = { ...status, credentialSubject: { ...(status.credentialSubject as object), statusPurpose: 'suspension' } }
    expect(await failures({ badge, did, status: forged })).toContain('The signature of the status list is wrong.')
  })

  it('has the masked name and no PDF when its holder says so', async () => {
    const [{ id, code }] = (await world.issued(1)).list
    await world.rows(`UPDATE certificate_certificate SET "shownName" = 'masked' WHERE id = $1`, [id])
    const badge = await badgeOf(code)
    expect(badge).toMatchObject({ credentialSubject: { identifier: [{ identityHash: '获***' }] } })
    expect(badge.relatedResource).toBeUndefined()
  })

  it('is verified by a command from saved files, without a network', async () => {
    const [{ code }] = (await world.issued(1)).list
    const badge = await badgeOf(code)
    const folder = mkdtempSync(join(tmpdir(), 'badge-'))
    try {
      const file = (name: string, content: unknown) => {
        writeFileSync(join(folder, name), JSON.stringify(content))
        return join(folder, name)
      }
      const did = file('did.json', await didDocument())
      const status = file('status.json', await statusOf(badge))
      const run = (path: string) =>
        spawnSync(process.execPath, ['scripts/certificateVerify.ts', path, '--did', did, '--status', status], { encoding: 'utf8' })
      expect(run(file('badge.json', badge))).toMatchObject({ status: 0, stdout: expect.stringMatching(/^VALID\n/) })
      expect(run(file('other.json', { ...badge, name: 'Other' }))).toMatchObject({
        status: 1,
        stdout: expect.stringMatching(/^NOT VALID\n/),
      })
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

describe('[CERT-12] what is looked up', () => {
  const search = async (input: object) =>
    (await world.call(`${W}/search`, { ...input })).data.list.map(({ serial }: { serial: string }) => serial)

  it('is a PDF by its hash, and a name with the end of the phone or document number', async () => {
    const { id: userId } = await world.newcomer()
    const [{ id, serial, fileHash }] = (await world.issued(1)).list
    await world.rows('UPDATE certificate_certificate SET "userId" = $2, name = $3 WHERE id = $1', [id, userId, '何新人'])
    await world.rows(`INSERT INTO profile_profile ("userId", "documentNumber") VALUES ($1, '11010519491231002X')`, [userId])
    await world.rows(`UPDATE account_user SET phone = '13900007788' WHERE id = $1`, [userId])
    expect(await search({ hash: fileHash })).toEqual([serial])
    expect(await search({ hash: '0'.repeat(64) })).toEqual([])
    for (const digits of ['002x', '7788']) expect(await search({ name: '何新人', digits })).toEqual([serial])
    expect(await search({ name: '何新人', digits: '1234' })).toEqual([])
  })

  it('is the detail of a certificate, for its holder and its issuer alone', async () => {
    const { id: userId, token } = await world.newcomer()
    const [{ id, serial }] = (await world.issued(1)).list
    await world.rows('UPDATE certificate_certificate SET "userId" = $2 WHERE id = $1', [id, userId])
    const detail = (as: string | null) => world.call(`${W}/detail/${id}`, {}, as, 'GET')
    expect((await detail(token)).data).toMatchObject({ serial, state: 'published' })
    expect((await detail(world.organiser)).data).toMatchObject({ serial })
    expect(await detail((await world.newcomer()).token)).toMatchObject({ error: 'NOT_FOUND' })
    expect((await detail(null)).code).toBe(401)
  })

  it('is a file by an address of this platform, with the rights of the file; other addresses are not fetched', async () => {
    const [{ id, code }] = (await world.issued(1)).list
    const file = (url: string, token: string | null = null) =>
      world.app.inject({
        url: `/api/web/downLoad/fileByUrl?${new URLSearchParams({ url })}`,
        headers: token ? { authorization: `Bearer ${token}` } : {},
      })
    expect((await file(`/api/web/getCertificate?certificate=${code}`)).headers['content-type']).toBe('application/pdf')
    expect((await file(`/api/web/getCertificate?id=${id}`)).json()).toMatchObject({ error: 'NOT_FOUND' })
    expect((await file(`/api/web/getCertificate?id=${id}`, world.organiser)).statusCode).toBe(200)
    for (const url of [
      'https://example.org/a.pdf',
      '//example.org/api/web/getCertificate?certificate=x',
      'file:///etc/passwd',
      'no address',
      '/api/platform/file/0000000000000000000000',
    ])
      expect((await file(url)).json()).toMatchObject({ error: 'NOT_FOUND' })
  })
})
