/** Commands on the parts of a form, for buttons, keys and drops alike: each is one undo step, selects its result, and reports what it did. */
import { resolveText, translate } from '../../runtime/client/texts.ts'
import type { PlacedField } from '../../runtime/core/documents/formFields.ts'
import type { FormDocument, FormField, PaletteBreak, PaletteEntry, Text } from '../../runtime/core/documents.ts'
import { placedSteps } from '../../runtime/core/studio/allRules.ts'
import { readAt, writeAt } from '../../runtime/core/studio/documentPath.ts'
import { entryOfField } from '../../runtime/core/studio/entryOfField.ts'
import { type Reference, referencesTo } from '../../runtime/core/studio/fieldReferences.ts'
import { breakAt, endStepAt, groupIntoSection, removePart, splitIntoStep } from '../../runtime/core/studio/formParts.ts'
import { moveAllBy } from '../../runtime/core/studio/movePart.ts'
import { type TypedOption, withTypedOptions } from '../../runtime/core/studio/optionWords.ts'
import { type OutlineRow, outline } from '../../runtime/core/studio/outline.ts'
import { type PartWords, withPartWords } from '../../runtime/core/studio/partWords.ts'
import { placeAfter } from '../../runtime/core/studio/placeAfter.ts'
import {
  duplicateFields,
  type Edited,
  type FieldPlace,
  insertField,
  isWithin,
  moveFields,
  removeFields,
} from '../../runtime/core/studio/placeFields.ts'
import type { Design } from './useDesign.ts'

type Does = Pick<Design, 'session' | 'announce'>

/** Puts a new field behind what is selected, or at a place. */
export function insertEntry(
  { session, announce }: Does,
  entry: Pick<PaletteEntry, 'name' | 'field' | 'required' | 'title'>,
  place?: FieldPlace,
): void {
  const words = resolveText(entry.title)
  const made = { name: entry.name, field: entry.field, required: entry.required === true }
  const edited = insertField(session.content, place ?? placeAfter(session.content, session.selection.at(-1)), made)
  apply({ session, announce }, 'insert', words, () => edited)
}

/** Begins a page or a section behind what is selected, or at a place. */
export function insertBreak({ session, announce }: Does, { begins, title }: PaletteBreak, place?: FieldPlace): void {
  const at = place ?? placeAfter(session.content, session.selection.at(-1))
  const titles = { first: both('studio.new.firstStep'), next: both(begins === 'step' ? 'studio.new.step' : 'studio.new.section') }
  apply({ session, announce }, 'insert', resolveText(title), (form) => breakAt(form, at, begins, titles))
}

/** Adds a section around the selected root fields, or an empty one at the end. */
export function addSection(design: Does): void {
  const titles = both('studio.new.section')
  apply(design, 'section', '', (form) => groupIntoSection(form, design.session.selection, titles))
}

/** Begins a step at the selected field, or at the end. */
export function addStep(design: Does): void {
  const titles = { first: both('studio.new.firstStep'), next: both('studio.new.step') }
  const path = design.session.selection.at(-1) ?? null
  apply(design, 'step', '', (form) => splitIntoStep(form, path !== null && isRootField(path) ? path : null, titles))
}

/** Ends a step at a root field, where one decides what comes next. @returns the step as the rules see it; null when no field follows */
export function endStepAfter(design: Does, path: string): PlacedField | null {
  if (!isRootField(path)) return null
  const titles = { first: both('studio.new.firstStep'), next: both('studio.new.step') }
  const ended = endStepAt(design.session.content, path, titles)
  if (!ended) return null
  const step = placedSteps(ended.form.steps)[ended.step] ?? null
  if (step && ended.form !== design.session.content) apply(design, 'step', '', () => ({ form: ended.form, select: [path] }))
  return step
}

/** Moves what is selected one place up or down. */
export function moveSelected(design: Does, by: 1 | -1): void {
  const paths = orderedSelection(design.session.content, design.session.selection)
  if (paths.length === 0) return
  const moved = moveAllBy(design.session.content, paths, by)
  if (moved) apply(design, by === 1 ? 'down' : 'up', whereTo(moved, titlesOf(design.session.content, paths)), () => moved)
  else design.announce(translate('studio.edit.stays', { what: titlesOf(design.session.content, paths) }))
}

/** What was moved, and the group that it is in now. */
function whereTo({ form, select }: Edited, what: string): string {
  const inner = /^(.*)\/properties\/[^/]+$/.exec(select[0] ?? '')?.[1]?.replace(/\/items$/, '')
  if (!inner || inner === '/schema' || !inner.startsWith('/schema/')) return what
  return translate('studio.edit.inGroup', { what, group: titleOf(form, inner) })
}

/** Moves parts to where they were dropped: all of them, or none when one cannot go there. */
export function dropAt(design: Does, paths: readonly string[], place: FieldPlace): void {
  const fields = paths.filter((path) => path.startsWith('/schema/') && !isWithin(place.holder, path))
  const words = titlesOf(design.session.content, paths)
  if (fields.length === paths.length) apply(design, 'move', words, (form) => moveFields(form, fields, place))
  else design.announce(translate('studio.edit.stays', { what: words }))
}

/** Copies what is selected. */
export function duplicateSelected(design: Does): void {
  const paths = orderedSelection(design.session.content, design.session.selection)
  apply(design, 'duplicate', titlesOf(design.session.content, paths), (form) => duplicateFields(form, paths))
}

/** Rules that would read nothing any more. */
export function brokenBy(form: FormDocument, paths: readonly string[]): Reference[] {
  const broken = paths.filter((path) => path.startsWith('/schema/')).flatMap((path) => referencesTo(form, path))
  return broken.filter(({ field }) => !paths.some((path) => isWithin(field, path)))
}

/** Takes out what is selected; the next part is selected then. */
export function removeSelected(design: Does): void {
  const { content, selection } = design.session
  const paths = orderedSelection(content, selection)
  if (paths.length === 0) return
  const rows = outline(content)
  const last = rows.findIndex(({ path }) => path === paths.at(-1))
  const isGone = ({ path }: OutlineRow) => paths.some((gone) => isWithin(path, gone))
  const next = rows.slice(last).find((row) => !isGone(row)) ?? rows.slice(0, Math.max(0, last)).findLast((row) => !isGone(row))
  apply(design, 'remove', titlesOf(content, paths), (form) => {
    const parts = paths.filter((path) => !path.startsWith('/schema/')).reverse()
    const without = parts.reduce(
      removePart,
      removeFields(
        form,
        paths.filter((path) => path.startsWith('/schema/')),
      ),
    )
    return { form: without, select: next && readAt(without, next.path) !== undefined ? [next.path] : [] }
  })
}

/** Title of a part, or its name. */
export function titleOf(form: FormDocument, path: string): string {
  const part = readAt(form, path) as FormField | undefined
  return resolveText(part?.title) || path.slice(path.lastIndexOf('/') + 1)
}

/** Changes one key of a part; typing in it is one step back. */
export function writeKey({ session }: Pick<Does, 'session'>, path: string, key: string, value: unknown, words: string): void {
  const at = `${path}/${key}`
  session.change(translate('studio.edit.property', { what: words }), (form) => writeAt(form, at, value), { merge: at })
}

/** Takes over the words of a part, and its options, that were typed in place: one step back. */
export function writeWords(
  { session, vocabulary }: Pick<Design, 'session' | 'vocabulary'>,
  path: string,
  lang: 'zh' | 'en',
  words: PartWords,
  options: readonly TypedOption[] | null,
): void {
  const label = translate('studio.edit.property', { what: titleOf(session.content, path) })
  session.change(label, (form) => {
    const worded = withPartWords(form, path, lang, words, starterTitle(vocabulary, form, path))
    if (options === null) return worded
    const starter = entryOfField(vocabulary.palette, readAt(form, path) as FormField)?.field['x-options']
    return withTypedOptions(worded, path, lang, options, starter)
  })
}

/** The title that a new part of its kind has. */
function starterTitle({ palette }: Design['vocabulary'], form: FormDocument, path: string): Text | undefined {
  if (path.startsWith('/schema/')) return entryOfField(palette, readAt(form, path) as FormField)?.field.title
  const kind = path.startsWith('/steps/') ? 'step' : 'section'
  return kind === 'step' && path === '/steps/0' ? both('studio.new.firstStep') : both(`studio.new.${kind}`)
}

function titlesOf(form: FormDocument, paths: readonly string[]): string {
  return paths.length > 1 ? translate('studio.several', { count: paths.length }) : paths.map((path) => titleOf(form, path)).join('')
}

function orderedSelection(form: FormDocument, selection: readonly string[]): string[] {
  const paths = outline(form).map(({ path }) => path)
  const chosen = paths.filter((path) => selection.includes(path))
  return chosen.filter((path) => !chosen.some((outer) => outer !== path && isWithin(path, outer)))
}

function isRootField(path: string): boolean {
  return /^\/schema\/properties\/[^/]+$/.test(path)
}

function both(key: string) {
  return { zh: translate(`${key}.zh`), en: translate(`${key}.en`) }
}

function apply({ session, announce }: Does, what: string, name: string, edit: (form: FormDocument) => Edited): void {
  const { form, select } = edit(session.content)
  if (form === session.content) return
  const words = translate(`studio.edit.${what}`, { what: name })
  session.change(words, () => form, { select })
  announce(words)
}
