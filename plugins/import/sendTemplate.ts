/** A workbook to fill in: columns with drop-downs, rules as notes, and a sheet that says how, with a sample. */
import { attachmentHeader } from '../../runtime/core/attachmentHeader.ts'
import type { BookColumn, BookSheet, HandlerContext } from '../../runtime/core/contracts.ts'
import { type OptionWord, optionWords } from './columns/optionWords.ts'
import type { Target } from './columns/targets.ts'
import { ruleOf, sampleOf } from './fieldRules.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** Longer lists are no help in a drop-down. */
const MAX_CHOICES = 500

/** Answers the workbook under this name. */
export function sendTemplate(list: readonly Target[], name: string, context: HandlerContext): void {
  const sheets = [emptySheet(list, context), guide(list, context)]
  context.reply.header('content-type', XLSX)
  context.reply.header('content-disposition', attachmentHeader(`${name}.xlsx`))
  context.reply.later(() => context.files.workbook({ sheets }))
}

function emptySheet(targets: readonly Target[], context: HandlerContext): BookSheet {
  const { text, lang } = context
  const columns = targets.map((target): BookColumn => {
    const choices = choicesOf(target, context)
    const offered = target.kind === 'choice' || target.kind === 'boolean'
    return {
      title: target.title[lang],
      note: ruleOf(target, context),
      ...(offered && choices.length > 0 && choices.length <= MAX_CHOICES ? { choices } : {}),
    }
  })
  return { title: text('import.template.sheet')[lang], columns, rows: [] }
}

function guide(targets: readonly Target[], context: HandlerContext): BookSheet {
  const { text, lang } = context
  const head = (['column', 'required', 'rule', 'choices', 'sample'] as const).map((name) => ({ title: text(`import.guide.${name}`)[lang] }))
  const rows = targets.map((target) => {
    const choices = choicesOf(target, context)
    return {
      cells: [
        target.title[lang],
        text(target.required ? 'import.guide.yes' : 'import.guide.no')[lang],
        ruleOf(target, context),
        choices.slice(0, MAX_CHOICES).join(lang === 'zh' ? '；' : '; ') || null,
        sampleOf(target, choices),
      ],
    }
  })
  return { title: text('import.template.guide')[lang], columns: head, rows }
}

function choicesOf({ options, kind }: Target, { platform, text, lang }: HandlerContext): string[] {
  if (kind === 'boolean') return [text('import.guide.yes')[lang], text('import.guide.no')[lang]]
  const words = optionWords(options, (id) => platform.documents.enum.get(id))
  return words === null ? [] : labels(words, '').map((label) => label)

  function labels(list: readonly OptionWord[], above: string): string[] {
    return list.flatMap(({ label, children }) =>
      children.length > 0 ? labels(children, `${above}${label[lang]} / `) : [above + label[lang]],
    )
  }
}
