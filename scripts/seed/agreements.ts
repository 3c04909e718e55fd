/** Agreements of the demo: one for signing up with two versions, and the template of a contract of works. */
import { scheduled } from './demoData.ts'
import type { SeedScope } from './SeedDatabase.ts'

const SIGNUP = [
  {
    zh: '<h3>一、安全</h3><p>参赛者应遵守场地的安全规定，听从现场人员安排。</p><h3>二、影像</h3><p>比赛期间的照片和视频可用于赛事报道。</p>',
    en: '<h3>1. Safety</h3><p>Participants follow the safety rules of the venue and its staff.</p><h3>2. Pictures</h3><p>Photos and videos of the contest may be used to report on it.</p>',
  },
  {
    zh: '<h3>一、安全</h3><p>参赛者应遵守场地的安全规定，听从现场人员安排。未成年人须由监护人或领队陪同。</p><h3>二、影像</h3><p>比赛期间的照片和视频可用于赛事报道，参赛者可以书面提出不出镜。</p>',
    en: '<h3>1. Safety</h3><p>Participants follow the safety rules of the venue and its staff. Minors come with a guardian or team leader.</p><h3>2. Pictures</h3><p>Photos and videos of the contest may be used to report on it; participants may object in writing.</p>',
  },
]
const CONTRACT = {
  zh: '<h2>一、当事人</h2><p>甲方（主办方）：{{organiser}}</p><p>乙方（作者）：{{author}}，{{school}}</p><p>成员：{{members}}</p><h2>二、作品</h2><p>乙方就参加“{{competition}}”（{{event}}）的作品《{{work}}》（编号 {{number}}，提交于 {{submittedAt}}）与甲方约定如下。</p><h2>三、授权</h2><ol><li>作品的著作权归乙方所有。</li><li>乙方授权甲方在评审、展览和赛事宣传中非独占、免费地使用作品，并为乙方署名。</li><li>甲方将作品用于其他用途的，另行取得乙方同意。</li></ol><p>签署：________________　日期：{{date}}</p>',
  en: '<h2>1. Parties</h2><p>Organiser: {{organiser}}</p><p>Author: {{author}}, {{school}}</p><p>Members: {{members}}</p><h2>2. The work</h2><p>This contract is about the work “{{work}}” (no. {{number}}, submitted on {{submittedAt}}) in “{{competition}}” ({{event}}).</p><h2>3. Licence</h2><ol><li>The author keeps the copyright of the work.</li><li>The organiser may use the work for judging, exhibitions and publicity of the competition, free of charge and with the name of the author. The licence is not exclusive.</li><li>Any other use needs the consent of the author.</li></ol><p>Signature: ________________ Date: {{date}}</p>',
}

export async function insertAgreements({ db, now }: SeedScope, { robotics, design }: { robotics: string; design: string }): Promise<void> {
  const add = async (
    competitionId: string,
    values: { purpose: string; number: number; title: object; text: object; note?: string; publishedAt: string },
  ) => {
    const competition = db.selectFrom('competition_competition').select('organisationId').where('id', '=', competitionId)
    const { organisationId } = await competition.executeTakeFirstOrThrow()
    const { title, text, ...plain } = values
    const row = {
      competitionId,
      organisationId,
      place: `competition:${competitionId}`,
      ...plain,
      title: JSON.stringify(title),
      text: JSON.stringify(text),
    }
    const { id } = await db.insertInto('agreement_version').values(row).returning('id').executeTakeFirstOrThrow()
    return { versionId: id, competitionId, organisationId }
  }
  const title = { zh: '参赛安全与影像协议', en: 'Safety and pictures' }
  const first = await add(robotics, { purpose: 'signup', number: 1, title, text: SIGNUP[0]!, publishedAt: scheduled(now, -60) })
  await add(robotics, {
    purpose: 'signup',
    number: 2,
    title,
    text: SIGNUP[1]!,
    note: '补充未成年人陪同与影像异议',
    publishedAt: scheduled(now, -3),
  })
  await add(design, {
    purpose: 'contract',
    number: 1,
    title: { zh: '作品使用授权合同', en: 'Licence contract of a work' },
    text: CONTRACT,
    publishedAt: scheduled(now, -20),
  })
  const people = await db.selectFrom('account_user').select('id').where('state', '=', 'active').orderBy('id').limit(12).execute()
  for (const { id: userId } of people)
    await db
      .insertInto('agreement_acceptance')
      .values({ ...first, userId, acceptedAt: scheduled(now, -30) })
      .execute()
}
