/** The seeded demo with what tests of certificates do over and over: a series, a batch by names, and publishing. */
import { expect } from 'vitest'
import type { TestServerOptions } from '../../harness/startTestServer.ts'
import { createWorld, MODELLING, type Reply, type World } from '../roadWorld.ts'

export const W = 'api/web/certificate'
// biome-ignore lint/suspicious/noExplicitAny: tests look into rows whose shape they assert
type Row = any

export interface CertificateWorld extends World {
  organiser: string
  competitionId: string
  /** A new series with a prefix of its own. */
  series(change?: Record<string, unknown>): Promise<string>
  begin(seriesId: string, rule: Record<string, unknown>): Promise<string>
  ready(batchId: string): Promise<void>
  /** Rows of a batch, by number. */
  certificates(batchId: string): Promise<Row[]>
  publish(batchId: string, confirmed?: string[]): Promise<Reply<Row>>
  /** A published batch of so many names. */
  issued(count: number, change?: Record<string, unknown>): Promise<{ seriesId: string; batchId: string; list: Row[] }>
  pdf(
    query: string,
    token?: string | null,
  ): Promise<{ statusCode: number; rawPayload: Buffer; headers: Record<string, unknown>; json(): Row }>
}

export const names = (count: number) =>
  Array.from({ length: count }, (_, at) => `获奖者${at + 1}\t第${at + 1}大学\t一等奖\tFirst prize`).join('\n')

export async function createCertificateWorld(options: Omit<TestServerOptions, 'template'> = {}): Promise<CertificateWorld> {
  const world = await createWorld({ template: 'seeded', ...options })
  const organiser = await world.signIn('organiser')
  const competitionId = await world.competition(MODELLING)
  let prefixes = 0
  const series: CertificateWorld['series'] = async (change = {}) => {
    prefixes += 1
    const numbers = { prefix: `MCM${prefixes}`, year: 2026, digits: 4 }
    const answers = { title: { zh: '获奖证书', en: 'Award' }, templateId: 'certificate.classic', lang: 'zh', ...numbers, ...change }
    const reply = await world.call('api/web/competition/certificate/setting', { competitionId, answers }, organiser)
    expect(reply).toMatchObject({ code: 0 })
    return reply.data.id
  }
  const begin: CertificateWorld['begin'] = async (seriesId, rule) => {
    const reply = await world.call(`${W}/createByCompetitionId`, { competitionId, seriesId, rule, issuedOn: '2026-11-23' }, organiser)
    expect(reply).toMatchObject({ code: 0 })
    return reply.data.id
  }
  const stateOf = async (id: string) => (await world.rows('SELECT state FROM certificate_batch WHERE id = $1', [id]))[0].state
  const ready: CertificateWorld['ready'] = (id) => expect.poll(() => stateOf(id)).toBe('ready')
  const certificates: CertificateWorld['certificates'] = (id) =>
    world.rows('SELECT * FROM certificate_certificate WHERE "batchId" = $1 ORDER BY number', [id])
  const publish: CertificateWorld['publish'] = (id, confirmed = []) => world.call(`${W}/publish`, { id, confirmed }, organiser)
  const issued: CertificateWorld['issued'] = async (count, change = {}) => {
    const seriesId = await series(change)
    const batchId = await begin(seriesId, { source: 'names', names: names(count) })
    await ready(batchId)
    expect(await publish(batchId)).toMatchObject({ code: 0 })
    return { seriesId, batchId, list: await certificates(batchId) }
  }
  const pdf: CertificateWorld['pdf'] = (query, token = null) =>
    world.app.inject({ method: 'GET', url: `/api/web/getCertificate?${query}`, headers: token ? { authorization: `Bearer ${token}` } : {} })
  return { ...world, organiser, competitionId, series, begin, ready, certificates, publish, issued, pdf }
}
