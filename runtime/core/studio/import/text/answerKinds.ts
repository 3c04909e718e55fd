/** Kinds of answer by words: of a question (`answerOf`), of a column "type" or a mark in brackets (`kindOf`).
 *  allowed text: the marks by which kinds are known, in both languages whatever the language of the screen. */
import type { FormField } from '../../../documents.ts'
import { type FieldOption, oneOf, ratingOf, someOf } from '../Holder.ts'
import { both } from '../reading.ts'

/** What a mark asks for: an answer with nothing to choose from, or a way to choose from options. */
export type MarkedKind =
  | { answer: FormField }
  | { choice: 'one' | 'several' | 'select' | 'ranking' }
  | { matrix: 'one' | 'several' }
  | { rating: true }
  | { note: true }

/** Words of a question -> the kind of answer it asks; one line when they say nothing. */
const ANSWERS: [RegExp, FormField][] = [
  [/手机号|联系电话|手机|\bmobile( phone)?\b|\bphone\b/i, { type: 'string', phone: true }],
  [/邮箱|电子邮件|\be-?mail\b/i, { type: 'string', email: true }],
  [/身份证|\bID (?:card )?number\b/i, { type: 'string', 'x-widget': 'idNumber', idNumber: true }],
  [/日期|生日|出生年月|\bdate\b|\bbirthday\b/i, { type: 'string', format: 'date', 'x-widget': 'date' }],
  [/上传|附件|照片|\bupload\b|\battach(?:ment)?\b/i, { type: 'array', 'x-widget': 'upload', items: { type: 'object' }, maxItems: 3 }],
  [/网址|链接|\bURL\b|\bwebsite\b|\blink\b/i, { type: 'string', oneLink: true, maxLength: 500 }],
  [/是否|有没有|^(?:do|are|is|have|has|will|can) you\b/i, { type: 'boolean', 'x-widget': 'switch' }],
  [/年龄|人数|数量|金额|\bage\b|\bhow (?:many|much)\b|\bnumber of\b/i, { type: 'number', 'x-widget': 'number', minimum: 0 }],
  [
    /简介|说明|描述|建议|意见|理由|原因|为什么|\bdescribe\b|\bwhy\b|\bcomments?\b|\bexplain\b|\bsuggestions?\b|问答/i,
    { type: 'string', 'x-widget': 'textarea', maxLength: 2000 },
  ],
  [/^(?:您的|你的|参赛者)?姓名|^(?:your |full )?name\b/i, { type: 'string', personName: true }],
]

/** The kind of answer that the words of a question ask for; one line when they say nothing. */
export function answerOf(words: string): FormField {
  return structuredClone(ANSWERS.find(([pattern]) => pattern.test(words))?.[1] ?? { type: 'string', maxLength: 200 })
}

const KINDS: [RegExp, MarkedKind][] = [
  [/矩阵.*(?:多选)|matrix.*(?:multiple|checkbox)/i, { matrix: 'several' }],
  [/矩阵(?!.*(?:填空|文本|滑动))|matrix|likert/i, { matrix: 'one' }],
  [/排序|ranking/i, { choice: 'ranking' }],
  [/多选|不定项|multiple|checkbox|several|select all/i, { choice: 'several' }],
  [/下拉|drop ?down/i, { choice: 'select' }],
  [/单选|(?:^|\W)radio|single (?:choice|select)|choose one|select one/i, { choice: 'one' }],
  [/量表|评分|打分|星级|NPS|净推荐值|rating|scale|stars?\b/i, { rating: true }],
  [/段落说明|文字描述|^描述$|^说明$|statement|^note$/i, { note: true }],
  [
    /多行|长文|问答|简答|段落|long|paragraph|textarea|multi-?line/i,
    { answer: { type: 'string', 'x-widget': 'textarea', maxLength: 2000 } },
  ],
  [/日期时间|date ?time/i, { answer: { type: 'string', format: 'date-time', 'x-widget': 'datetime' } }],
  [/日期|date/i, { answer: { type: 'string', format: 'date', 'x-widget': 'date' } }],
  [/时间|time/i, { answer: { type: 'string', 'x-widget': 'time' } }],
  [/整数|integer|whole/i, { answer: { type: 'integer', 'x-widget': 'number' } }],
  [/数字|数值|金额|number|numeric|amount/i, { answer: { type: 'number', 'x-widget': 'number' } }],
  [/手机|电话|phone|mobile/i, { answer: { type: 'string', phone: true } }],
  [/邮箱|邮件|e-?mail/i, { answer: { type: 'string', email: true } }],
  [/身份证|id card|id number/i, { answer: { type: 'string', 'x-widget': 'idNumber', idNumber: true } }],
  [/网址|链接|url|link|website/i, { answer: { type: 'string', oneLink: true, maxLength: 500 } }],
  [
    /文件|上传|附件|照片|图片|file|upload|image|photo/i,
    { answer: { type: 'array', 'x-widget': 'upload', items: { type: 'object' }, maxItems: 3 } },
  ],
  [/是否|判断|开关|yes|boolean|switch/i, { answer: { type: 'boolean', 'x-widget': 'switch' } }],
  [/单行|文本|文字|填空|text|string|short|姓名|name/i, { answer: { type: 'string', maxLength: 200 } }],
]

/** @param words  of a column or a mark; null for one that says no kind that a form has */
export function kindOf(words: string): MarkedKind | null {
  const found = KINDS.find(([pattern]) => pattern.test(words))?.[1]
  return found ? structuredClone(found) : null
}

/** `1-5分`, `0~10`: the steps that words name; null when they name none. */
export function scaleOf(words: string): FormField | null {
  const found = /(\d{1,2})\s*(?:分|stars?)?\s*[-–—~～至到]\s*(\d{1,2})/.exec(words)
  return found ? ratingOf(Number(found[1]), Number(found[2])) : null
}

/** A field to choose from options. */
export function choiceField(kind: 'one' | 'several' | 'select' | 'ranking', labels: readonly string[]): FormField {
  const options = optionsOf(labels)
  if (kind === 'several') return someOf(options)
  if (kind === 'ranking') return someOf(options, 'ranking')
  return oneOf(options, kind === 'select' || options.length > 8 ? 'select' : 'radio')
}

/** Options by their labels, each once. */
export function optionsOf(labels: readonly string[]): FieldOption[] {
  const seen = new Set<string>()
  return labels.flatMap((label, at) => {
    const text =
      label
        .replaceAll(/_{2,}/g, '')
        .replace(/[（(]\s*[)）]\s*$/, '')
        .trim() || label
    if (seen.has(text)) return []
    seen.add(text)
    return [{ value: `option${at + 1}`, label: both(text) }]
  })
}

/** Latin words of a title make its name; others are numbered. */
export function nameOf(title: string): string {
  const words = title.match(/[A-Za-z][A-Za-z0-9]*/g)?.slice(0, 4) ?? []
  const name = words.map((word, at) => (at === 0 ? word.toLowerCase() : word[0]!.toUpperCase() + word.slice(1).toLowerCase())).join('')
  return name.length >= 2 &&
    !/^(in|as|for|if|else|true|false|null|var|let|item|context|session|function|import|package|return|void|while|break|continue|const|loop|namespace)$/.test(
      name,
    )
    ? name
    : 'question'
}
