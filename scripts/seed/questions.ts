/** Questions to the organiser of two competitions of the demo: answered ones, a pinned one, and one that still waits. */
import { scheduled } from './demoData.ts'
import type { SeedScope } from './SeedDatabase.ts'

interface Asked {
  text: string
  answer?: string
  pinned?: boolean
}

const QUESTIONS: Readonly<Record<string, { organiser: string; asked: readonly Asked[] }>> = {
  hackathon: {
    organiser: 'organiser2',
    asked: [
      {
        text: 'May members of one team come from different universities?',
        answer: 'Yes. Name the university of each member in the form; the certificate shows all of them.',
        pinned: true,
      },
      {
        text: 'Do we have to bring our own boards?',
        answer: 'A microcontroller kit waits for each team. You may bring parts of your own.',
      },
      { text: 'Is there a quiet room for the night?', answer: 'Yes, two rooms on the second floor, with blankets.' },
      { text: 'Can an instructor be present during the final?' },
    ],
  },
  modelling: {
    organiser: 'organiser',
    asked: [
      { text: '论文可以用英文写吗？', answer: '可以，中英文论文按同一标准评审。', pinned: true },
      { text: '报名后还能更换队员吗？', answer: '报名截止前由队长在团队页面更换，截止后不能更换。' },
      { text: '竞赛期间可以查资料吗？' },
    ],
  },
}
const ASKED_AT = 24

/** @param competitions ids by key of the demo; @param users ids by role */
export async function insertQuestions(
  { db, now }: SeedScope,
  competitions: ReadonlyMap<string, string>,
  users: ReadonlyMap<string, string>,
): Promise<void> {
  const people = await db
    .selectFrom('account_user')
    .select('id')
    .where('state', '=', 'active')
    .orderBy('id')
    .offset(ASKED_AT)
    .limit(8)
    .execute()
  for (const [key, { organiser, asked }] of Object.entries(QUESTIONS)) {
    const competitionId = competitions.get(key)
    if (competitionId === undefined) throw new Error(`no competition ${key} in the demo`)
    const rows = asked.map(({ text, answer = null, pinned = false }, at) => ({
      competitionId,
      userId: people[at % people.length]!.id,
      text,
      answer,
      pinned,
      createdAt: scheduled(now, at - 7),
      answeredAt: answer === null ? null : scheduled(now, at - 6),
      answeredById: answer === null ? null : (users.get(organiser) ?? null),
    }))
    await db.insertInto('question_question').values(rows).execute()
  }
}
