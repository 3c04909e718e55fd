import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'

/** A frame as wide as a phone, so that media queries match. Its document has no address; React draws into it from this page. */
export function PhoneFrame({ title, children }: { title: string; children: ReactNode }): ReactNode {
  const frame = useRef<HTMLIFrameElement>(null)
  const [body, setBody] = useState<HTMLElement | null>(null)
  useEffect(() => {
    const inner = frame.current?.contentDocument
    if (!inner) return
    copyLook(inner)
    setBody(inner.body)
    const watch = new MutationObserver(() => copyLook(inner))
    watch.observe(document.head, { childList: true })
    watch.observe(document.documentElement, { attributes: true })
    return () => watch.disconnect()
  }, [])
  return (
    <div className="ag-studio-phone">
      <iframe ref={frame} className="ag-studio-phone__screen" title={title} />
      {body && createPortal(<div className="ag-studio-phone__page">{children}</div>, body)}
    </div>
  )
}

/** The styles and the skin of the page around it. */
function copyLook(inner: Document): void {
  for (const { name, value } of document.documentElement.attributes) if (name !== 'style') inner.documentElement.setAttribute(name, value)
  // The policy knows no style attribute in markup; set by the object model it is none.
  for (const name of document.documentElement.style)
    inner.documentElement.style.setProperty(name, document.documentElement.style.getPropertyValue(name))
  const known = new Set([...inner.head.querySelectorAll<HTMLLinkElement>('link')].map(({ href }) => href))
  for (const link of document.head.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'))
    if (!known.has(link.href)) inner.head.append(link.cloneNode())
  inner.adoptedStyleSheets = []
  for (const style of document.head.querySelectorAll('style')) {
    if (inner.head.querySelector(`style[data-of="${styleKey(style)}"]`)) continue
    const copy = inner.importNode(style, true)
    copy.dataset.of = styleKey(style)
    copy.nonce = style.nonce
    inner.head.append(copy)
  }
}

let styles = 0
const keys = new WeakMap<Element, string>()
function styleKey(style: Element): string {
  const known = keys.get(style) ?? String(styles)
  styles += 1
  keys.set(style, known)
  return known
}
