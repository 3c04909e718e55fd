/** The peer that draws in the browser, as one writes it with React alone. */
import { createElement, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import type { Shown } from './takeContent.ts'

const NAMES: Readonly<Record<string, string>> = {
  class: 'className',
  for: 'htmlFor',
  tabindex: 'tabIndex',
  value: 'defaultValue',
  checked: 'defaultChecked',
}
/** True by being there. */
const FLAGS = new Set(['disabled', 'readonly', 'required', 'hidden', 'inert', 'multiple', 'open', 'selected', 'checked', 'autofocus'])

/** Draws the content of the page into its body. */
export function showContent({ attributes, children }: Shown): void {
  for (const [name, value] of Object.entries(attributes)) document.body.setAttribute(name, value)
  createRoot(document.getElementById('peer')!).render(children.map(drawn))
}

function drawn(shown: Shown | string, index: number): ReactNode {
  if (typeof shown === 'string') return shown
  const properties = Object.fromEntries(Object.entries(shown.attributes).map(([name, value]) => propertyOf(name, value)))
  return createElement(shown.tag, { ...properties, key: index }, ...shown.children.map(drawn))
}

function propertyOf(name: string, value: string): [string, unknown] {
  if (name === 'style') return ['style', styleOf(value)]
  return [NAMES[name] ?? name, value === '' && FLAGS.has(name) ? true : value]
}

function styleOf(text: string): Record<string, string> {
  const pairs = text
    .split(/;(?![^(]*\))/)
    .map((part) => [part.slice(0, part.indexOf(':')).trim(), part.slice(part.indexOf(':') + 1).trim()])
  const named = ([name, value]: string[]) => [
    name!.startsWith('--') ? name : name!.replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase()),
    value,
  ]
  return Object.fromEntries(pairs.filter(([name]) => name).map(named))
}
