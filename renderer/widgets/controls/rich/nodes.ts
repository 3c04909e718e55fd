/** What formatted text may hold beside words: pictures, videos, tables, columns, questions that open, links as buttons, parts that the page fills in. The names and attributes are those of
 *  `runtime/core/richText/allowList.ts`. */

import { tableEditing } from '@tiptap/pm/tables'
import { Extension, mergeAttributes, Node } from '@tiptap/react'
import { booted } from '../../../../runtime/client/boot.ts'
import { requestFile } from '../../../../runtime/client/http.ts'
import { resolveText, translate } from '../../../../runtime/client/texts.ts'
import { findVideo } from '../../../../runtime/core/richText/videos.ts'
import { storedFile } from '../../../../runtime/core/storedFile.ts'
import type { PillChoice } from '../textPills.ts'

/** Roles by which ProseMirror's tables know their nodes. */
const ROLES: Readonly<Record<string, string>> = { table: 'table', tableRow: 'row', tableCell: 'cell', tableHeader: 'header_cell' }
const SPANS = ['colspan', 'rowspan'] as const
const span = (name: (typeof SPANS)[number]) => ({
  default: 1,
  parseHTML: (element: HTMLElement) => Number(element.getAttribute(name)) || 1,
})
const CELL = { content: 'block+', isolating: true, addAttributes: () => ({ colspan: span('colspan'), rowspan: span('rowspan') }) } as const
/** An attribute says nothing at 1. */
const shown = (attributes: Record<string, unknown>) => Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== 1))

export const Picture = Node.create({
  name: 'image',
  group: 'block',
  draggable: true,
  addAttributes: () => ({ src: { default: null }, alt: { default: '' } }),
  parseHTML: () => [{ tag: 'img[src]' }],
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
  addNodeView:
    () =>
    ({ node }) => {
      const dom = Object.assign(document.createElement('img'), { alt: String(node.attrs.alt ?? ''), className: 'ag-rich-picture' })
      void pictureAddress(String(node.attrs.src)).then((address) => {
        dom.src = address
      })
      return { dom }
    },
})

const shownPictures = new Map<string, Promise<string>>()

/** A stored picture is fetched with the person's token, once: no one else may read it before the text is stored. */
function pictureAddress(src: string): Promise<string> {
  const id = storedFile(src)
  if (id === null) return Promise.resolve(src)
  const known = shownPictures.get(id)
  if (known) return known
  const address = requestFile('platform.file', { id }).then(
    ({ blob }) => URL.createObjectURL(blob),
    () => src,
  )
  shownPictures.set(id, address)
  return address
}

export const Table = Node.create({
  name: 'table',
  group: 'block',
  content: 'tableRow+',
  isolating: true,
  extendNodeSchema: ({ name }) => (ROLES[name] ? { tableRole: ROLES[name] } : {}),
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: () => ['table', ['tbody', 0]],
  addProseMirrorPlugins: () => [tableEditing()],
})
export const TableRow = Node.create({
  name: 'tableRow',
  content: '(tableCell | tableHeader)*',
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: () => ['tr', 0],
})
export const TableCell = Node.create({
  name: 'tableCell',
  ...CELL,
  parseHTML: () => [{ tag: 'td' }],
  renderHTML: ({ HTMLAttributes }) => ['td', shown(HTMLAttributes), 0],
})
export const TableHeader = Node.create({
  name: 'tableHeader',
  ...CELL,
  parseHTML: () => [{ tag: 'th' }],
  renderHTML: ({ HTMLAttributes }) => ['th', shown(HTMLAttributes), 0],
})

export const Columns = Node.create({
  name: 'columns',
  group: 'block',
  content: 'column{2,3}',
  isolating: true,
  addAttributes: () => ({ count: { default: '2', parseHTML: (element) => element.dataset.columns, rendered: false } }),
  parseHTML: () => [{ tag: 'div[data-columns]' }],
  renderHTML: ({ node }) => ['div', { 'data-columns': String(node.childCount) }, 0],
})
export const Column = Node.create({
  name: 'column',
  content: 'block+',
  isolating: true,
  parseHTML: () => [{ tag: 'div[data-column]' }],
  renderHTML: () => ['div', { 'data-column': '' }, 0],
})

/** A question whose answer opens. In the editor it is open. */
export const Question = Node.create({
  name: 'details',
  group: 'block',
  content: 'summary block+',
  isolating: true,
  parseHTML: () => [{ tag: 'details' }],
  renderHTML: () => ['details', 0],
  addNodeView: () => () => {
    const dom = Object.assign(document.createElement('div'), { className: 'ag-rich-question' })
    return { dom, contentDOM: dom }
  },
})
export const Summary = Node.create({
  name: 'summary',
  content: 'inline*',
  defining: true,
  parseHTML: () => [{ tag: 'summary' }],
  renderHTML: ({ HTMLAttributes }) => ['summary', mergeAttributes(HTMLAttributes), 0],
  addNodeView: () => () => {
    // a real summary would take the space bar
    const dom = Object.assign(document.createElement('p'), { className: 'ag-rich-question__title' })
    return { dom, contentDOM: dom }
  },
})

/** A link that looks like a button. */
export const ButtonLinks = Extension.create({
  name: 'buttonLinks',
  addGlobalAttributes: () => [
    {
      types: ['link'],
      attributes: {
        button: {
          default: null,
          parseHTML: (element) => element.dataset.button ?? null,
          renderHTML: ({ button }) => (button ? { 'data-button': button } : {}),
        },
      },
    },
  ],
})

/** Of uploads that play in the text. */
export const VIDEO_TYPES: readonly string[] = ['video/mp4', 'video/webm']

/** A video: its address as a link in a block, so that it is a link wherever nothing plays it. */
export const Video = Node.create({
  name: 'video',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({ href: { default: '', rendered: false }, title: { default: '', rendered: false } }),
  parseHTML: () => [
    {
      tag: 'div[data-video]',
      priority: 60,
      getAttrs: (element) => {
        const link = element.querySelector('a')
        return link ? { href: link.getAttribute('href'), title: link.textContent } : false
      },
    },
  ],
  renderHTML: ({ node }) => ['div', { 'data-video': '' }, ['a', { href: String(node.attrs.href) }, String(node.attrs.title)]],
  addNodeView:
    () =>
    ({ node }) => {
      const dom = Object.assign(document.createElement('div'), { className: 'ag-rich-video' })
      const title = Object.assign(document.createElement('strong'), { textContent: String(node.attrs.title) })
      const from = Object.assign(document.createElement('span'), { textContent: whereFrom(String(node.attrs.href)) })
      dom.append(title, from)
      return { dom }
    },
})

/** Words for where a video comes from. */
function whereFrom(href: string): string {
  const video = findVideo(href, booted.boot?.app.videos ?? [])
  if (video) return translate('form.richText.videoFrom', { site: resolveText(video.site.title) })
  return storedFile(href) === null ? href : translate('form.richText.videoOwn')
}

/** A place that the page fills in with what is true when it is read. It is moved and deleted as a whole. */
export function livePart(choices: readonly PillChoice[]) {
  return Node.create({
    name: 'live',
    group: 'block',
    atom: true,
    draggable: true,
    addAttributes: () => ({ value: { default: '', parseHTML: (element: HTMLElement) => element.dataset.live, rendered: false } }),
    parseHTML: () => [{ tag: 'div[data-live]' }],
    renderHTML: ({ node }) => ['div', { 'data-live': String(node.attrs.value) }],
    addNodeView:
      () =>
      ({ node }) => {
        const label = choices.find(({ value }) => value === node.attrs.value)?.label ?? String(node.attrs.value)
        const textContent = translate('form.richText.live', { label })
        return { dom: Object.assign(document.createElement('div'), { className: 'ag-rich-live', textContent }) }
      },
  })
}

export const BLOCKS = [Picture, Table, TableRow, TableCell, TableHeader, Columns, Column, Question, Summary, Video, ButtonLinks]
