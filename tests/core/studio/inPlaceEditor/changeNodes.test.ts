import { describe, expect, it } from 'vitest'
import { nodeSamples } from '../../../../renderer/studio/inPlaceEditor/samples.ts'
import {
  copyNode,
  insertSample,
  moveBeside,
  moveNode,
  placeFor,
  removeNode,
} from '../../../../runtime/core/studio/inPlaceEditor/changeNodes.ts'
import { pageNodes } from '../../../../runtime/core/studio/inPlaceEditor/pageNodes.ts'
import { wordsShown } from '../../../../runtime/core/studio/inPlaceEditor/wordsShown.ts'

const text = (zh: string, en: string) => ({ node: 'text', text: { zh, en } })
const page = {
  id: 'a.b',
  body: [
    { node: 'section', title: { zh: '标题', en: 'Title' }, children: [text('一', 'One'), text('二', 'Two'), text('三', 'Three')] },
    { node: 'dialog', id: 'more', children: [{ node: 'part', part: 'card' }] },
  ],
  parts: { card: [text('卡', 'Card {{count}} left')] },
}
const words = (content: object) =>
  pageNodes(content as Record<string, unknown>)
    .filter(({ node }) => node === 'text')
    .map(({ content: { text: words } }) => (words as { en: string }).en)

describe('[SIGHT-4] nodes of a page', () => {
  it('are listed in the order of the document, those of parts last', () => {
    expect(pageNodes(page).map(({ path, depth, part }) => `${path} ${depth}${part}`)).toEqual([
      '/body/0 0',
      '/body/0/children/0 1',
      '/body/0/children/1 1',
      '/body/0/children/2 1',
      '/body/1 0',
      '/body/1/children/0 1',
      '/parts/card/0 0card',
    ])
  })

  it('move within their list and stop at its ends; nothing is changed in place', () => {
    const before = JSON.stringify(page)
    const { content, chosen } = moveNode(page, '/body/0/children/0', 2)
    expect(words(content).slice(0, 3)).toEqual(['Two', 'Three', 'One'])
    expect(chosen).toBe('/body/0/children/2')
    expect(moveNode(page, '/body/0/children/0', -1)).toEqual({ content: page, chosen: '/body/0/children/0' })
    expect(words(moveBeside(page, '/body/0/children/2', '/body/0/children/0', 'after').content).slice(0, 3)).toEqual([
      'One',
      'Three',
      'Two',
    ])
    expect(moveBeside(page, '/body/0/children/2', '/body/1', 'before').content).toBe(page)
    expect(JSON.stringify(page)).toBe(before)
  })

  it('are removed, and the one that takes the place is chosen; around an emptied list the node that holds it', () => {
    expect(removeNode(page, '/body/0/children/2').chosen).toBe('/body/0/children/1')
    expect(removeNode(page, '/body/1/children/0').chosen).toBe('/body/1')
  })

  it('are copied without their name', () => {
    expect(copyNode(page, '/body/1').content.body).toMatchObject([{}, { id: 'more' }, { node: 'dialog' }])
    expect((copyNode(page, '/body/1').content.body as object[])[2]).not.toHaveProperty('id')
  })

  it('are inserted with a sample under free names, which its steps follow', () => {
    const dialog = nodeSamples().find(({ name }) => name === 'dialog')!
    const once = insertSample(page, dialog, placeFor(page, null, false)).content
    const twice = insertSample(once, dialog, placeFor(once, '/body/0', true)).content
    expect(pageNodes(twice).flatMap(({ content }) => (content.node === 'dialog' ? [content.id] : []))).toEqual([
      'exampleDialog2',
      'more',
      'exampleDialog',
    ])
    expect(JSON.stringify((twice.body as object[])[0])).toContain('"open":"exampleDialog2"')
  })
})

describe('[SIGHT-5] words that are read on the page', () => {
  it('are found in the node, in the language shown, with anything in the places of values', () => {
    expect(wordsShown(page, '/body/0', 'zh', ['标题'])).toEqual({ path: '/body/0/title', text: '标题', index: 0 })
    expect(wordsShown(page, '/parts/card/0', 'en', ['3', 'Card 3 left'])).toMatchObject({ path: '/parts/card/0/text', index: 1 })
  })

  it('of another node, or of data, are not', () => {
    expect(wordsShown(page, '/body/0', 'zh', ['一'])).toBeNull()
    expect(wordsShown(page, '/body/0', 'en', ['标题'])).toBeNull()
  })
})
