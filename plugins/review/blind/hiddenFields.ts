/** Fields of work forms whose answers can identify the author, found automatically: personal ones by their keyword, and those whose names or titles
 *  mention people, schools, teams or contacts. Blind rounds leave them out entirely, lists of members too. */
import type { FormDocument, FormField } from '../../../runtime/core/documents.ts'
import { fieldMask, type Masks } from '../../../runtime/core/masking/personalFields.ts'

const TELLING_NAME =
  /name$|^name|author|member|captain|leader|team|school|universit|college|academy|faculty|department|phone|mobile|mail|wechat|address|idnumber|studentno|instructor|adviser|advisor|teacher|tutor|mentor|organi[sz]ation|company|employer|contact/i
// allowed text: words that titles of fields contain, whatever the language of the screen
const TELLING_TITLE =
  /姓名|名字|作者|成员|队员|队长|团队|队名|学校|院校|大学|学院|院系|专业班级|班级|单位|电话|手机|邮箱|微信|地址|身份证|证件|学号|指导|教师|老师|导师|联系|公司|\bnames?\b|author|member|captain|team|school|universit|college|faculty|department|phone|mobile|e-?mail|wechat|address|student (no|number|id)|instructor|advis[eo]r|teacher|tutor|mentor|organisation|company|employer|contact/i
/** Fields that every form of works has, whatever the organiser calls them (spec 3): they are about the work. */
const ABOUT_THE_WORK = new Set(['title', 'introduction', 'keywords', 'cover', 'attachments', 'link'])

/** Whether an answer could identify the author: it is masked, a name or a signature, or its name or title says so. */
export function isTelling(name: string, field: FormField, masks: Masks): boolean {
  if (fieldMask(field, masks) || field.personName !== undefined || field['x-widget'] === 'signature') return true
  const titles = typeof field.title === 'string' ? [field.title] : Object.values((field.title ?? {}) as Record<string, string>)
  return TELLING_NAME.test(name) || titles.some((title) => TELLING_TITLE.test(title))
}

/** Answers without identifying fields, at any depth. A group or list with such a field is left out entirely: what is left of a member still describes the
 *  member. */
export function answersAboutTheWork(form: Pick<FormDocument, 'schema'>, answers: Readonly<Record<string, unknown>>, masks: Masks) {
  return Object.fromEntries(
    Object.entries(form.schema.properties).flatMap(([name, field]) =>
      Object.hasOwn(answers, name) && (ABOUT_THE_WORK.has(name) || !tells(name, field, masks)) ? [[name, answers[name]]] : [],
    ),
  )
}

function tells(name: string, field: FormField, masks: Masks): boolean {
  const inner = { ...field.properties, ...field.items?.properties }
  return isTelling(name, field, masks) || Object.entries(inner).some(([each, part]) => tells(each, part, masks))
}

/** Texts in identifying fields of any form: the words to look for elsewhere. */
export function tellingTexts(form: Pick<FormDocument, 'schema'>, answers: Readonly<Record<string, unknown>>, masks: Masks): string[] {
  return Object.entries(form.schema.properties).flatMap(([name, field]) =>
    tells(name, field, masks) ? textsIn(field, name, answers[name], masks) : [],
  )
}

/** Of groups and lists only the identifying parts: the role of a member is no word to black out. */
function textsIn(field: FormField, name: string, value: unknown, masks: Masks): string[] {
  if (typeof value === 'string') return isTelling(name, field, masks) && field['x-options'] === undefined ? [value] : []
  if (Array.isArray(value)) return value.flatMap((one) => textsIn({ ...field, ...field.items }, name, one, masks))
  if (typeof value !== 'object' || value === null) return []
  const parts = { ...field.properties, ...field.items?.properties }
  return Object.entries(parts).flatMap(([each, part]) => textsIn(part, each, (value as Record<string, unknown>)[each], masks))
}
