/** What a page shows, as peers show it too: its elements, the rules of CSS that they meet, and its pictures. */
import type { BrowserContext } from 'playwright-core'

export interface Shown {
  tag: string
  attributes: Record<string, string>
  children: (Shown | string)[]
}
export interface Content {
  /** Of the root element. */
  root: Record<string, string>
  title: string
  description: string
  body: Shown
  css: string
  /** Address -> file. */
  pictures: Record<string, Picture>
}
interface Picture {
  type: string
  bytes: Buffer
}

const SETTLED_MS = 60_000

/** The page as it stands when nothing of it is to come any more. @throws Error when it does not settle */
export async function takeContent(context: BrowserContext, address: string): Promise<Content> {
  const page = await context.newPage()
  await page.goto(address)
  await page.waitForSelector('main h1', { timeout: SETTLED_MS })
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'), undefined, { timeout: SETTLED_MS })
  const { addresses, ...taken } = await page.evaluate(readPage)
  const pictures: Content['pictures'] = {}
  for (const picture of addresses) {
    const reply = await context.request.get(new URL(picture, address).href)
    pictures[picture] = { type: reply.headers()['content-type'] ?? '', bytes: await reply.body() }
  }
  await page.close()
  return { ...taken, pictures }
}

/** Runs in the page. */
function readPage(): Omit<Content, 'pictures'> & { addresses: string[] } {
  const left = new Set(['SCRIPT', 'STYLE', 'LINK', 'NOSCRIPT', 'TEMPLATE', 'IFRAME'])
  const addresses = new Set<string>()
  const attributesOf = (element: Element): Record<string, string> => {
    const attributes = Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value]))
    if (!(element instanceof HTMLImageElement)) return attributes
    const { srcset: _, sizes: __, ...rest } = attributes
    const address = element.currentSrc || element.src
    if (!address.startsWith('data:')) addresses.add(address)
    return { ...rest, src: address }
  }
  const take = (element: Element): Shown => ({
    tag: element.tagName.toLowerCase(),
    attributes: attributesOf(element),
    children: [...element.childNodes].flatMap((child): (Shown | string)[] => {
      if (child instanceof Element) return left.has(child.tagName) ? [] : [take(child)]
      return child.nodeType === Node.TEXT_NODE && child.nodeValue ? [child.nodeValue] : []
    }),
  })
  const meets = (selector: string): boolean => {
    // what stands in a state now and then, or beside an element, belongs to the element
    const plain = selector.replaceAll(/::[\w-]+|:(hover|focus|focus-visible|focus-within|active|disabled|checked|before|after)\b/g, '')
    try {
      return document.querySelector(plain || '*') !== null
    } catch {
      return true
    }
  }
  const used = (rule: CSSRule): string => {
    if (rule instanceof CSSStyleRule) return meets(rule.selectorText) ? rule.cssText : ''
    if (!(rule instanceof CSSMediaRule || rule instanceof CSSSupportsRule)) return rule.cssText
    const inner = [...rule.cssRules].map(used).join('')
    return inner && `${rule.cssText.slice(0, rule.cssText.indexOf('{'))}{${inner}}`
  }
  const css = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map(used)).join('')
  return {
    root: attributesOf(document.documentElement),
    title: document.title,
    description: document.querySelector<HTMLMetaElement>('meta[name="description"]')?.content ?? '',
    body: take(document.body),
    css,
    addresses: [...addresses],
  }
}
