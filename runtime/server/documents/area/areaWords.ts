/** Words of the documents of a new area, in both languages: those of the platform, `studioNew`. */
import type { LocalText } from '../../../core/documents.ts'
import type { Platform } from '../../../core/platform.ts'

export type AreaWord =
  | 'add'
  | 'addLabel'
  | 'added'
  | 'by'
  | 'count'
  | 'createdAt'
  | 'edit'
  | 'editLabel'
  | 'empty'
  | 'export'
  | 'one'
  | 'open'
  | 'remove'
  | 'removeCalled'
  | 'removeChosen'
  | 'removeLabel'
  | 'removeMany'
  | 'removeOne'
  | 'removeRows'
  | 'removed'
  | 'removedRows'
  | 'save'
  | 'saved'
  | 'search'

/** @param title  put in the place `{{title}}` */
export type AreaWords = (key: AreaWord, title?: LocalText) => LocalText

export function areaWords(texts: Platform['texts']): AreaWords {
  return (key, title = { zh: '', en: '' }) => {
    const words = (lang: 'zh' | 'en') => texts[lang][`studioNew.${key}`] ?? '{{title}}'
    return { zh: inChinese(words('zh'), title.zh), en: words('en').replace('{{title}}', () => title.en) }
  }
}

/** A title that begins or ends with Latin letters or digits has a space between it and Chinese words. */
function inChinese(words: string, title: string): string {
  const [before, after] = words.split('{{title}}')
  if (before === undefined || after === undefined) return words
  const left = /[\u4e00-\u9fff]$/.test(before) && /^[A-Za-z0-9]/.test(title) ? ' ' : ''
  const right = /^[\u4e00-\u9fff]/.test(after) && /[A-Za-z0-9]$/.test(title) ? ' ' : ''
  return `${before}${left}${title}${right}${after}`
}
