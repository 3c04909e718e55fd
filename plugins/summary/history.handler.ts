/** The versions of a report, newest first, each with what it changed, in words. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import type { FormDocument, LocalText } from '../../runtime/core/documents.ts'
import type { Lang } from '../../runtime/core/platform.ts'
import { localName } from '../account/grants/identityOptions.ts'
import { answersInWords } from './answerText.ts'
import { type Answers, presentForm } from './report.ts'
import { changesOf } from './submittedReport.ts'

const MAX = 200

export default defineHandler('summary.history', async ({ id }, context) => {
  const { db, platform, documents, rows } = context
  const report = await rows.get('summary.report', id)
  const versions = await db
    .selectFrom('summary_version as v')
    .leftJoin('account_user as u', 'u.id', 'v.authorId')
    .select(['v.id', 'v.number', 'v.act', 'v.note', 'v.formHash', 'v.answers', 'v.createdAt', 'u.name'])
    .where('v.reportId', '=', id)
    .orderBy('v.number', 'desc')
    .limit(MAX)
    .execute()
  const forms = new Map<string | null, FormDocument>()
  for (const hash of new Set(versions.map(({ formHash }) => formHash)))
    forms.set(hash, hash === null ? (await presentForm(report.planId, context)).form : (await documents.forms.screen({ hash })).form)
  const linesOf = (at: number) => {
    const version = versions[at]
    if (!version) return []
    return answersInWords(forms.get(version.formHash)!, (version.answers ?? {}) as Answers, context).map(({ name, ...line }) => ({
      id: name,
      ...line,
    }))
  }
  const acts = platform.get('enum', 'summary.act').values
  const list = versions.map(({ id, number, act, note, createdAt, name }, at) => {
    const changes =
      at === versions.length - 1 && versions.length === MAX
        ? []
        : changesOf(linesOf(at + 1), linesOf(at)).map(({ matters: _, ...change }) => change)
    const label = acts.find(({ code }) => code === act)?.label
    const title: LocalText = {
      zh: [localName(label, 'zh'), name].filter(Boolean).join(' · '),
      en: [localName(label, 'en'), name].filter(Boolean).join(' · '),
    }
    const text = { zh: inWords('zh', note, changes, context), en: inWords('en', note, changes, context) }
    return { id, number, at: createdAt, act, by: name ?? null, note: note ?? null, title, text, changes }
  })
  return { list }
})

interface InWords {
  field: LocalText
  before: LocalText | null
  after: LocalText | null
}

function inWords(lang: Lang, note: string | null, changes: readonly InWords[], { text }: Pick<HandlerContext, 'text'>): string {
  const names = changes.map(({ field }) => field[lang] || field.zh)
  const changed = names.length === 0 ? '' : `${text('summary.changed')[lang]} ${names.join(lang === 'zh' ? '、' : ', ')}`
  return [note, changed].filter(Boolean).join(' · ')
}
