/** The server's entry: draws the first screen of a public page by the same components as the browser, for a visitor. It runs in a thread of its own, one
 *  screen after the other, because what is shown is state of modules. */
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { ref } from 'valtio/vanilla'
import { booted } from '../runtime/client/boot.ts'
import { beginFirstScreen, endFirstScreen } from '../runtime/client/firstScreen.ts'
import { textFormats } from '../runtime/client/format.ts'
import { addBundle, forgetPast, renewLibrary } from '../runtime/client/library.ts'
import { setSession } from '../runtime/client/session.ts'
import { skin } from '../runtime/client/skins.ts'
import { addTextFormats, showTexts } from '../runtime/client/texts.ts'
import { loadRegexEngine } from '../runtime/core/expressions/regexEngine.ts'
import { cleanNodes } from '../runtime/core/richText/cleanRichText.ts'
import { setPlatformZone } from '../runtime/core/values/platformZone.ts'
import type { FirstScreen } from '../runtime/core/wire.ts'
import { Application } from './Application.tsx'
import { NodeBoundary } from './NodeBoundary.tsx'
import { bringParts, takeFirstParts } from './OnDemand.tsx'
import { cleanTextBy } from './renderRichText.tsx'

cleanTextBy(cleanNodes)

export interface Drawing {
  /** What stands in the root. Inline styles are in `data-style`, because the content policy refuses them in HTML. */
  html: string
  /** Each inline style once. */
  styles: string[]
  /** Answers it was drawn without. */
  missing: readonly { call: string; params: Record<string, unknown> }[]
  /** On demand: whose code the browser needs before it takes over. */
  parts: string[]
}

/** Parts may hold parts: each round of loading shows the next ones. */
const MAX_ROUNDS = 5

/**
 * @param address path and query
 * @param texts   of the language, by key
 * @throws what a component throws
 */
export async function drawFirst(
  first: Omit<FirstScreen, 'parts'>,
  address: string,
  texts: Readonly<Record<string, string>>,
): Promise<Drawing> {
  if (first.boot.needsRegex || first.page.needsRegex) await loadRegexEngine()
  for (let round = 1; ; round += 1) {
    await prepare(first, texts)
    const html = drawOnce(address)
    const missing = endFirstScreen()
    const parts = takeFirstParts()
    if (parts.missing.length === 0 || round === MAX_ROUNDS) return { ...withoutStyles(html), missing, parts: parts.all }
    await bringParts(parts.missing)
  }
}

/** State of the modules as `start` leaves it in the browser of a visitor. */
async function prepare(first: Omit<FirstScreen, 'parts'>, texts: Readonly<Record<string, string>>): Promise<void> {
  const { boot, page, lang } = first
  addTextFormats(textFormats())
  await showTexts(lang, texts)
  renewLibrary()
  forgetPast()
  addBundle(boot)
  addBundle(page)
  setSession(null, { ...boot.session.facts, permissions: boot.session.permissions })
  setPlatformZone(boot.app.timeZone)
  Object.assign(skin, { id: boot.skin.id, choices: boot.skins })
  Object.assign(booted, { boot: ref(boot), revision: 1, error: null })
  beginFirstScreen({ ...first, page: page.page })
}

function drawOnce(address: string): string {
  return renderToString(
    <StaticRouter location={address}>
      <NodeBoundary name="application">
        <Application />
      </NodeBoundary>
    </StaticRouter>,
  )
}

/** Quotation marks of texts are written as entities: only attributes look like this. */
const STYLE = / style="([^"]*)"/g

function withoutStyles(html: string): Pick<Drawing, 'html' | 'styles'> {
  const styles = new Set<string>()
  const moved = html.replace(STYLE, (_, style: string) => {
    styles.add(style)
    return ` data-style="${style}"`
  })
  return { html: moved, styles: [...styles] }
}
