/** A version as the PDF that it makes, with sample parties. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { readVersion } from './agreementDraft.ts'
import { sendContract } from './sendContract.ts'

const SAMPLES = {
  zh: {
    ...{
      organiser: '（主办方）',
      competition: '（竞赛名称）',
      event: '（赛项）',
      work: '（作品名称）',
      number: '0000',
      author: '（作者或团队）',
    },
    ...{ members: '（成员一、成员二）', school: '（学校）', submittedAt: '2027-01-01', date: '2027-01-31', licence: '（授权协议 v1）' },
  },
  en: {
    ...{
      organiser: '(organiser)',
      competition: '(competition)',
      event: '(event)',
      work: '(title of the work)',
      number: '0000',
      author: '(author or team)',
    },
    ...{ members: '(members)', school: '(school)', submittedAt: '2027-01-01', date: '2027-01-31', licence: '(licence v1)' },
  },
}

export default defineHandler('agreement.previewContract', async ({ id, language }, context) => {
  const template = await readVersion(id, context)
  const lang = language ?? context.lang
  await sendContract({ template, values: SAMPLES[lang], lang, name: `preview-v${template.number}` }, context)
  return null as never
})
