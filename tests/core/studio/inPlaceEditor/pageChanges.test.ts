import { describe, expect, it } from 'vitest'
import { pageChanges } from '../../../../runtime/core/studio/inPlaceEditor/pageChanges.ts'

const text = (zh: string, en: string) => ({ node: 'text', text: { zh, en } })
const table = (id: string) => ({ node: 'table', table: id })
const section = (title: string, ...children: object[]) => ({ node: 'section', title: { zh: title, en: title }, children })
const page = (...body: object[]) => ({ id: 'a.b', title: { zh: '页', en: 'Page' }, access: 'public', body })
const short = (before: object, after: object) =>
  pageChanges(before as Record<string, unknown>, after as Record<string, unknown>).map(
    (change) => `${change.what} ${change.before} ${change.after}${change.differences.map(({ path }) => ` ${path}`).join('')}`,
  )

describe('[SIGHT-10] what differs between two versions of a page', () => {
  const before = page(section('One', text('一', 'One'), table('a.list')), section('Two', text('二', 'Two')))
  it('is nothing for equal ones', () => {
    expect(short(before, structuredClone(before))).toEqual([])
  })
  it('names the page itself, without the parts inside it', () => {
    expect(short(before, { ...before, access: 'signedIn' })).toEqual(['changed   /access'])
  })
  it('names the words of a part, and not the parts around it', () => {
    const after = page(section('One', text('壹', 'One'), table('a.list')), section('Two', text('二', 'Two')))
    expect(short(before, after)).toEqual(['changed /body/0/children/0 /body/0/children/0 /text/zh'])
  })
  it('tells a part that was inserted from those that only follow it', () => {
    const after = page(section('New', text('新', 'New')), ...before.body)
    expect(short(before, after)).toEqual(['added null /body/0'])
  })
  it('tells a part that was removed, once with all inside it', () => {
    expect(short(before, page(before.body[0]!))).toEqual(['removed /body/1 null'])
  })
  it('names the fewest parts that moved', () => {
    const body = [table('a.one'), table('a.two'), table('a.three')]
    expect(short(page(...body), page(body[2]!, body[0]!, body[1]!))).toEqual(['moved /body/2 /body/0'])
  })
  it('follows a part into another one', () => {
    const after = page(section('One', text('一', 'One')), section('Two', text('二', 'Two'), table('a.list')))
    expect(short(before, after)).toEqual(['moved /body/0/children/1 /body/1/children/1'])
  })
  it('tells that a part moved and changed', () => {
    const changed = { ...section('Two', text('二', 'Two')), when: 'true' }
    const three = page(...before.body, section('Three'))
    expect(short(three, page(before.body[0]!, section('Three'), changed))).toEqual([
      'moved /body/1 /body/2',
      'changed /body/1 /body/2 /when',
    ])
  })
})
