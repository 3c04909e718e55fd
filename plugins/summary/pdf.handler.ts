/** A report as a printed document: cover, contents, figures with charts, answers section by section, approval. */

import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import type { FormDocument, LocalText } from '../../runtime/core/documents.ts'
import { enumLabel } from '../../runtime/core/enumLabels.ts'
import { escapeHtml } from '../../runtime/core/escapeHtml.ts'
import { dayAt } from '../../runtime/core/momentText.ts'
import type { Lang } from '../../runtime/core/platform.ts'
import { localName } from '../account/grants/identityOptions.ts'
import { sendPdf } from '../certificate/sendPdf.ts'
import { answersInWords } from './answerText.ts'
import { approvalOf, countedBeside } from './detail.handler.ts'
import { type Answers, figuresOf, formOf, type Report } from './report.ts'
import { reportTitle } from './reportTitle.ts'

export default defineHandler('summary.pdf', async ({ id, language }, context) => {
  const lang = language ?? context.lang
  const { rows, now, files } = context
  const report = await rows.get('summary.report', id)
  const competition = await rows.get('competition.competition', report.competitionId)
  const organisation = await rows.get('organisation.organisation', report.organisationId)
  const title = inLang(competition.title, lang)
  const call = inLang(await reportTitle(id, context), lang)
  const html = await bodyOf(report, lang, context)
  const say = (key: Word) => context.text(`summary.print.${key}`)[lang]
  const state = enumLabel('summary.state', report.state, context.platform)[lang]
  const cover = [
    call,
    [say('organiser'), inLang(organisation.name, lang)],
    [say('year'), String(report.year)],
    [say('state'), state],
    [say('printed'), dayAt(now, context.platform.app.timeZone)],
  ] as const
  const task = { title, lang, html, footer: `${title} · ${call}`, cover, contents: say('contents'), createdAt: now.toISOString() }
  sendPdf(context, `${title} ${call}.pdf`, await files.pdf.write(task))
  return null
})

type Word =
  | 'organiser'
  | 'year'
  | 'state'
  | 'printed'
  | 'contents'
  | 'figures'
  | 'countedAt'
  | 'figure'
  | 'counted'
  | 'reported'
  | 'source'
  | 'months'
  | 'schools'
  | 'prizes'
  | 'approval'
  | 'stage'
  | 'result'
  | 'answers'

async function bodyOf(report: Report, lang: Lang, context: HandlerContext): Promise<string> {
  const { form } = await formOf(report, context)
  const answers = (report.answers ?? {}) as Answers
  const parts = [
    await figuresHtml(report, answers, lang, context),
    answersHtml(form, answers, lang, context),
    await approvalHtml(report, lang, context),
  ]
  return parts.join('')
}

async function figuresHtml(report: Report, answers: Answers, lang: Lang, context: HandlerContext): Promise<string> {
  const say = (key: Word) => context.text(`summary.print.${key}`)[lang]
  const { counted, countedAt, months, schools, prizes } = countedBeside(await figuresOf(report, context), answers, context)
  const lines = counted.map(({ title, value, reported, source }) => [
    inLang(title, lang),
    numberText(value, lang),
    reported === null ? '—' : numberText(Number(reported), lang),
    inLang(source, lang),
  ])
  const charts = [
    chart(
      say('months'),
      months.map(({ label, count }) => [label, count]),
      lang,
    ),
    chart(
      say('schools'),
      schools.map(({ label, count }) => [label, count]),
      lang,
    ),
    chart(
      say('prizes'),
      prizes.map(({ label, count }) => [inLang(label, lang), count]),
      lang,
    ),
  ]
  const day = dayAt(new Date(countedAt), context.platform.app.timeZone)
  const head = [say('figure'), say('counted'), say('reported'), say('source')]
  return `<h1>${escapeHtml(say('figures'))}</h1><p>${escapeHtml(say('countedAt'))} ${day}</p>${table(head, lines)}${charts.join('')}`
}

function answersHtml(form: FormDocument, answers: Answers, lang: Lang, context: HandlerContext): string {
  const lines = answersInWords(form, answers, context)
  const sections = [...(form.sections ?? []), null]
  return sections
    .flatMap((section) => {
      const own = lines.filter((line) => line.section === (section?.id ?? null))
      if (own.length === 0) return []
      const heading = section ? localName(section.title, lang) : context.text('summary.print.answers')[lang]
      const body = own.map(({ title, text }) => `<h3>${escapeHtml(inLang(title, lang))}</h3>${paragraphs(inLang(text, lang))}`)
      return [`<h1>${escapeHtml(heading ?? '')}</h1>${body.join('')}`]
    })
    .join('')
}

async function approvalHtml(report: Report, lang: Lang, context: HandlerContext): Promise<string> {
  const { steps } = await approvalOf(report, context)
  if (steps.length === 0) return ''
  const say = (key: Word) => context.text(`summary.print.${key}`)[lang]
  const lines = steps.map(({ organisation, text }) => [inLang(organisation, lang), inLang(text, lang)])
  return `<h1>${escapeHtml(say('approval'))}</h1>${table([say('stage'), say('result')], lines)}`
}

function table(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const row = (tag: 'th' | 'td', cells: readonly string[]) =>
    `<tr>${cells.map((cell) => `<${tag}>${escapeHtml(cell)}</${tag}>`).join('')}</tr>`
  return `<table>${row('th', head)}${lines.map((line) => row('td', line)).join('')}</table>`
}

function chart(title: string, bars: readonly (readonly [string, number])[], lang: Lang): string {
  if (bars.length === 0) return ''
  const rows = bars.map(([name, count]) => `<tr><td>${escapeHtml(name)}</td><td>${numberText(count, lang)}</td></tr>`)
  return `<h2>${escapeHtml(title)}</h2><table data-chart="bars">${rows.join('')}</table>`
}

function paragraphs(text: string): string {
  return text
    .split(/\n+/)
    .filter((line) => line.trim() !== '')
    .map((line) => `<p>${escapeHtml(line)}</p>`)
    .join('')
}

function numberText(value: number, lang: Lang): string {
  return value.toLocaleString(lang === 'zh' ? 'zh-CN' : 'en-GB')
}

function inLang(text: LocalText | { zh: string; en?: string }, lang: Lang): string {
  return text[lang] || text.zh
}
