/** Questions to the organiser of a competition: who reads what, until when, and how many wait. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, DESIGN, type World } from './roadWorld.ts'

type Person = { id: string; token: string }
let world: World
let organiser: string
let stranger: string
let competitionId: string
beforeAll(async () => {
  world = await createWorld({ template: 'seeded' })
  competitionId = await world.competition(DESIGN)
  organiser = await world.signIn('organiser')
  stranger = await world.signIn('polytechnic organiser')
})
afterAll(() => world?.close())

const ask = (person: Person, text: string) => world.call('api/web/question/ask', { competitionId, text }, person.token)
const list = async (which: 'answered' | 'own' | 'manage', token: string | null, search = '') =>
  world.call(`api/web/question/${which}`, { competitionId, pageSize: 50, ...(search && { search }) }, token, 'GET')
const texts = async (which: 'answered' | 'own' | 'manage', token: string | null): Promise<string[]> =>
  ((await list(which, token)).data?.list ?? []).map(({ text }: { text: string }) => text)
const publicly = (text: string) => expect.poll(() => texts('answered', null))[text ? 'toContain' : 'toEqual'](text)
const act = (what: string, id: string, token: string, input: object = {}) => world.call(`api/web/question/${what}`, { id, ...input }, token)
async function asked(text: string): Promise<Person & { question: string }> {
  const person = await world.newcomer()
  const { data, error } = await ask(person, text)
  if (error) throw new Error(error)
  return { ...person, question: String(data.id) }
}

describe('a question to the organiser', () => {
  it('[QUESTION-1] is read by who asked and by the organiser alone until it is answered, then by everyone, without a name; the person is told once', async () => {
    const one = await asked('可以跨校组队吗？')
    expect(await texts('own', one.token)).toEqual(['可以跨校组队吗？'])
    expect(await texts('answered', null)).not.toContain('可以跨校组队吗？')
    const other = await world.newcomer()
    expect(await texts('own', other.token)).toEqual([])
    const [row] = (await list('manage', organiser)).data.list
    expect(row).toMatchObject({ id: one.question, state: 'waiting' })
    expect(row.person).toBeTruthy()
    expect((await world.call('api/web/competition/hub', { competitionId }, organiser, 'GET')).data.questions).toBe(1)

    expect((await act('answer', one.question, organiser, { answer: '可以。' })).data).toMatchObject({ state: 'answered' })
    await publicly('可以跨校组队吗？')
    const shown = (await list('answered', null)).data.list[0]
    expect(Object.keys(shown).sort()).toEqual(['answer', 'answeredAt', 'id', 'pinned', 'text'])
    expect(await texts('own', one.token)).toEqual([])
    expect((await world.call('api/web/competition/hub', { competitionId }, organiser, 'GET')).data.questions).toBe(0)

    expect((await act('answer', one.question, organiser, { answer: '不行。' })).error).toBe('NOT_FOUND')
    expect((await act('revise', one.question, organiser, { answer: '可以，最多三所学校。' })).code).toBe(0)
    const reported = await world.rows(
      `SELECT variables FROM platform_outbox WHERE "userId" = $1 AND template = 'question.answered' AND channel = 'message'`,
      [one.id],
    )
    expect(reported).toHaveLength(1)
    expect(reported[0].variables.page).toBe(`/details/questions?competitionId=${competitionId}`)
    await expect.poll(async () => (await list('answered', null, '三所')).data.total).toBe(1)
  })

  it('[QUESTION-2] is answered, hidden and listed by those who write news of that competition, and by no other organiser', async () => {
    const one = await asked('作品可以用英文吗？')
    expect(await texts('manage', stranger)).toEqual([])
    for (const [what, input] of [
      ['answer', { answer: '可以' }],
      ['revise', { answer: '可以' }],
      ['pin', { pinned: true }],
      ['hide', { reason: '重复' }],
      ['show', {}],
    ] as const) {
      expect(['NOT_FOUND', 'PERMISSION_DENIED']).toContain((await act(what, one.question, stranger, input)).error)
      expect((await act(what, one.question, one.token, input)).error).toBe('PERMISSION_DENIED')
    }
    expect(await world.rows('SELECT answer, hidden, pinned FROM question_question WHERE id = $1', [one.question])).toEqual([
      { answer: null, hidden: false, pinned: false },
    ])
  })

  it('[QUESTION-3] is hidden with a reason that only the person reads, and comes back as it was; pinned ones come first', async () => {
    const [first, second] = [await asked('几点开始？'), await asked('在哪里比赛？')]
    for (const { question } of [first, second]) await act('answer', question, organiser, { answer: '见赛程。' })
    expect((await act('pin', first.question, organiser, { pinned: true })).code).toBe(0)
    await expect.poll(async () => (await texts('answered', null))[0]).toBe('几点开始？')
    expect((await act('hide', first.question, organiser, { reason: '已经写在指南里' })).code).toBe(0)
    await expect.poll(() => texts('answered', null)).not.toContain('几点开始？')
    expect((await list('own', first.token)).data.list).toMatchObject([{ state: 'hidden', reason: '已经写在指南里' }])
    expect((await act('pin', first.question, organiser, { pinned: true })).error).toBe('NOT_FOUND')
    expect((await act('show', first.question, organiser)).data).toMatchObject({ state: 'answered' })
    await publicly('几点开始？')
  })

  it('[QUESTION-4] is withdrawn by who asked while no one has answered, and by no one else', async () => {
    const one = await asked('可以换赛项吗？')
    const other = await world.newcomer()
    expect((await act('withdraw', one.question, other.token)).error).toBe('NOT_FOUND')
    expect((await act('withdraw', one.question, one.token)).code).toBe(0)
    expect(await texts('own', one.token)).toEqual([])
    const two = await asked('费用能退吗？')
    await act('answer', two.question, organiser, { answer: '开赛前可以。' })
    expect((await act('withdraw', two.question, two.token)).error).toBe('NOT_FOUND')
  })

  it('[QUESTION-5] of one person waits with at most four others in a competition, also when all are asked at once', async () => {
    const person = await world.newcomer()
    const replies = await Promise.all(Array.from({ length: 8 }, (_, at) => ask(person, `第 ${at} 个问题？`)))
    expect(replies.filter(({ code }) => code === 0)).toHaveLength(5)
    expect(replies.filter(({ error }) => error === 'QUESTION_LIMIT')).toHaveLength(3)
    expect(await texts('own', person.token)).toHaveLength(5)
    expect((await ask(person, '\u3000\u200b ')).error).toBe('CALL_INPUT')
  })

  it('[QUESTION-6] is asked and read only where the person sees the competition', async () => {
    const person = await world.newcomer()
    const [{ id }] = await world.rows('SELECT id FROM competition_competition WHERE NOT published ORDER BY id LIMIT 1')
    expect((await world.call('api/web/question/ask', { competitionId: id, text: '何时发布？' }, person.token)).error).toBe('NOT_FOUND')
    expect((await world.call('api/web/question/answered', { competitionId: id }, null, 'GET')).error).toBe('NOT_FOUND')
  })
})
