import { expect, it } from 'vitest'
import { nameFromTitle } from '../../../runtime/core/studio/nameFromTitle.ts'

it.each([
  [{ zh: '联系电话', en: 'Contact phone (mobile)' }, 'contactPhoneMobile'],
  [{ zh: '指导教师姓名', en: "Instructor's full name, as on the ID card" }, 'instructorsFullNameAsOn'],
  [{ zh: '组别', en: '组别' }, null],
  [{ zh: '第二志愿', en: '2nd choice' }, null],
  [{ zh: '现在', en: 'Now' }, null],
  ['@form.title', null],
])('[FORM-76] a field gets a name that people can read from its English title, or none is proposed: %j', (title, name) => {
  expect(nameFromTitle(title)).toBe(name)
})
