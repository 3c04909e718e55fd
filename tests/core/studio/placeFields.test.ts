import { describe, expect, it } from 'vitest'
import type { FormDocument, FormField } from '../../../runtime/core/documents.ts'
import { compileForm } from '../../../runtime/core/form/compileForm.ts'
import { evaluateForm } from '../../../runtime/core/form/evaluateForm.ts'
import { referencesTo, renameField } from '../../../runtime/core/studio/fieldReferences.ts'
import { endStepAt, groupIntoSection, removePart, splitIntoStep } from '../../../runtime/core/studio/formParts.ts'
import { moveAllBy, moveBy } from '../../../runtime/core/studio/movePart.ts'
import { parseOptionLines } from '../../../runtime/core/studio/optionLines.ts'
import { closedBy, outline } from '../../../runtime/core/studio/outline.ts'
import { placeAfter } from '../../../runtime/core/studio/placeAfter.ts'
import { duplicateFields, insertField, moveFields, removeFields } from '../../../runtime/core/studio/placeFields.ts'

const text = (zh: string) => ({ zh, en: zh })
const field = (more: Partial<FormField> = {}): FormField => ({ type: 'string', title: text('t'), ...more })
const at = (name: string) => `/schema/properties/${name}`
const inRow = (name: string) => `/schema/properties/members/items/properties/${name}`

const form = (more: Partial<FormDocument> = {}): FormDocument => ({
  $schema: '',
  id: 'form',
  version: 1,
  title: text('form'),
  schema: {
    type: 'object',
    required: ['a'],
    properties: {
      a: field(),
      b: field({ 'x-visibleWhen': { cel: 'a == "a" && members.exists(m, m.age > 3)' } }),
      members: {
        type: 'array',
        items: {
          type: 'object',
          properties: { age: { type: 'integer' }, note: field({ 'x-visibleWhen': { cel: 'item.age > 3 && a != "item.age"' } }) },
        },
      },
      again: field({ sameAs: 'a' }),
    },
  },
  ...more,
})
const stepped = () => splitIntoStep(form(), at('members'), { first: text('1'), next: text('2') }).form
/** `step1 > a`, as people see it. */
const seen = (document: FormDocument) =>
  outline(document).map(({ kind, name, depth }) => `${'-'.repeat(depth)}${kind === 'field' ? name : `${kind} ${name}`}`)

describe('editing a form', () => {
  it('never changes the form that was given', () => {
    const before = form()
    const copy = structuredClone(before)
    insertField(before, { holder: '/schema', before: 'b', step: null, section: null }, { name: 'a', field: field() })
    moveBy(before, at('b'), 1)
    renameField(before, at('a'), 'z')
    splitIntoStep(before, at('b'), { first: text('1'), next: text('2') })
    expect(before).toEqual(copy)
  })

  it('ends a step at a field, so that the form can lead elsewhere or end there; where nothing follows, nothing is led', () => {
    const titles = { first: text('1'), next: text('2') }
    const ended = endStepAt(form(), at('b'), titles)!
    expect(seen(ended.form)).toEqual(['step step1', '-a', '-b', 'step step', '-members', '--age', '--note', '-again'])
    expect(ended.step).toBe(0)
    // at the end of a step already: nothing is split
    expect(endStepAt(ended.form, at('b'), titles)).toEqual(ended)
    expect(endStepAt(form(), at('again'), titles)).toBeNull()
    // the rule "to the end" then passes over what follows
    const led = {
      ...ended.form,
      steps: ended.form.steps!.with(0, { ...ended.form.steps![0]!, next: [{ when: { cel: 'a == "no"' }, to: 'end' }] }),
    }
    const shown = (a: string) => {
      const { fields } = evaluateForm(compileForm(led), { a }, { permissions: [], now: '2027-01-01T00:00:00.000Z' })
      return [...fields].filter(([, { visible }]) => visible).map(([path]) => path)
    }
    expect(shown('no')).toEqual(['/a'])
    expect(shown('yes')).toContain('/again')
  })

  it('inserts before a field, under a name that is free, and selects it', () => {
    const place = { holder: '/schema', before: 'b', step: null, section: null }
    const { form: edited, select } = insertField(form(), place, { name: 'a', field: field(), required: true })
    expect(Object.keys(edited.schema.properties)).toEqual(['a', 'a2', 'b', 'members', 'again'])
    expect(edited.schema.required).toEqual(['a', 'a2'])
    expect(select).toEqual([at('a2')])
  })

  it('copies a field behind it, and takes one out of what is required', () => {
    const { form: copied, select } = duplicateFields(form(), [at('a')])
    expect(Object.keys(copied.schema.properties)[1]).toBe('a2')
    expect(select).toEqual([at('a2')])
    expect(removeFields(copied, [at('a')]).schema.required).toEqual(['a2'])
  })

  it('moves several fields into the rows of a group, in their order', () => {
    const place = { holder: `${at('members')}/items`, before: 'age', step: null, section: null }
    const { form: edited } = moveFields(form(), [at('a'), at('b')], place)
    expect(Object.keys(edited.schema.properties)).toEqual(['members', 'again'])
    expect(Object.keys(edited.schema.properties.members!.items!.properties!)).toEqual(['a', 'b', 'age', 'note'])
    expect(edited.schema.properties.members!.items!.required).toEqual(['a'])
  })

  it('begins a step at a field, with what follows; what stood before becomes the first step', () => {
    expect(seen(stepped())).toEqual(['step step1', '-a', '-b', 'step step', '-members', '--age', '--note', '-again'])
  })

  it('moves a field over the border of a step and back', () => {
    const down = moveBy(stepped(), at('b'), 1)!.form
    expect(seen(down)).toEqual(['step step1', '-a', 'step step', '-b', '-members', '--age', '--note', '-again'])
    expect(seen(moveBy(down, at('b'), -1)!.form)).toEqual(seen(stepped()))
  })

  it('moves a step with all that stands on it', () => {
    expect(seen(moveBy(stepped(), '/steps/1', -1)!.form)).toEqual([
      'step step',
      '-members',
      '--age',
      '--note',
      '-again',
      'step step1',
      '-a',
      '-b',
    ])
  })

  it('groups fields into a section on their step, and takes it away without them', () => {
    const { form: grouped, select } = groupIntoSection(stepped(), [at('b')], text('s'))
    expect(seen(grouped)).toEqual(['step step1', '-a', '-section section', '--b', 'step step', '-members', '--age', '--note', '-again'])
    expect(select).toEqual(['/sections/0'])
    expect(seen(removePart(grouped, '/sections/0'))).toEqual(seen(stepped()))
  })

  it('keeps the fields of a step that is taken away, and does without steps when one is left', () => {
    const left = removePart(stepped(), '/steps/0')
    expect(left.steps).toBeUndefined()
    expect(Object.keys(left.schema.properties)).toEqual(['a', 'b', 'members', 'again'])
    expect(JSON.stringify(left)).not.toContain('x-step')
  })

  it('stays in its place where there is nowhere to go', () => {
    expect(moveBy(form(), at('a'), -1)).toBeNull()
    expect(moveBy(form(), at('again'), 1)).toBeNull()
  })

  it('[STUDIO-MOVE] knows behind which part each group ends, also one that is empty', () => {
    const ends = (of: FormDocument) => [...closedBy(outline(of))].map(([path, groups]) => [path, groups.map(({ name }) => name)])
    expect(ends(form())).toEqual([[inRow('note'), ['members']]])
    expect(ends(removeFields(form(), [inRow('age'), inRow('note')]))).toEqual([[at('members'), ['members']]])
  })

  it('[STUDIO-MOVE] moves a field into the group it meets, from above to its beginning and from below to its end', () => {
    expect(seen(moveBy(form(), at('b'), 1)!.form)).toEqual(['a', 'members', '-b', '-age', '-note', 'again'])
    const up = moveBy(form(), at('again'), -1)!
    expect(seen(up.form)).toEqual(['a', 'b', 'members', '-age', '-note', '-again'])
    expect(up.select).toEqual([inRow('again')])
    const empty = removeFields(form(), [inRow('age'), inRow('note')])
    expect(seen(moveBy(empty, at('b'), 1)!.form)).toEqual(['a', 'members', '-b', 'again'])
  })

  it('moves a field out of its group, behind it or before it', () => {
    const behind = moveBy(form(), inRow('note'), 1)!
    expect(seen(behind.form)).toEqual(['a', 'b', 'members', '-age', 'note', 'again'])
    expect(behind.select).toEqual([at('note')])
    expect(seen(moveBy(form(), inRow('age'), -1)!.form)).toEqual(['a', 'b', 'age', 'members', '-note', 'again'])
    const last = removeFields(form(), [at('again')])
    expect(seen(moveBy(last, inRow('note'), 1)!.form)).toEqual(['a', 'b', 'members', '-age', 'note'])
  })

  it('[STUDIO-MOVE] moves several together and keeps their order, or none of them when one has nowhere to go', () => {
    expect(moveAllBy(form(), [at('a'), at('b')], -1)).toBeNull()
    expect(moveAllBy(form(), [at('members'), at('again')], 1)).toBeNull()
    expect(moveAllBy(form(), [at('a'), at('again')], 1)).toBeNull()
    expect(seen(moveAllBy(form(), [at('a'), at('b')], 1)!.form)).toEqual(['members', '-a', '-b', '-age', '-note', 'again'])
    const out = moveAllBy(form(), [inRow('age'), inRow('note')], 1)!
    expect(out.select).toEqual([at('age'), at('note')])
    expect(seen(out.form)).toEqual(['a', 'b', 'members', 'age', 'note', 'again'])
  })

  it('places a new field behind the selected group, in a group only when a field of it is selected', () => {
    const place = (path?: string, of = form()) => {
      const { holder, before } = placeAfter(of, path)
      return [holder, before]
    }
    const items = `${at('members')}/items`
    expect(place(at('members'))).toEqual(['/schema', 'again'])
    expect(place(inRow('age'))).toEqual([items, 'note'])
    expect(place(at('members'), removeFields(form(), [inRow('age'), inRow('note')]))).toEqual(['/schema', 'again'])
    expect(place()).toEqual(['/schema', null])
    expect(place(undefined, removeFields(form(), [at('again')]))).toEqual(['/schema', null])
  })
})

describe('a new name of a field', () => {
  it('is followed by rules, by the field that repeats it and by what is required, and by nothing else', () => {
    const { form: renamed, path } = renameField(form(), at('a'), 'name')
    const { properties, required } = renamed.schema
    expect(path).toBe(at('name'))
    expect(Object.keys(properties)).toEqual(['name', 'b', 'members', 'again'])
    expect(required).toEqual(['name'])
    expect(properties.b!['x-visibleWhen']).toEqual({ cel: 'name == "a" && members.exists(m, m.age > 3)' })
    expect(properties.again!.sameAs).toBe('name')
    expect(properties.members!.items!.properties!.note!['x-visibleWhen']).toEqual({ cel: 'item.age > 3 && name != "item.age"' })
  })

  it('is followed inside of rows: as item, and as the variable of a list', () => {
    const { form: renamed } = renameField(form(), inRow('age'), 'years')
    expect(renamed.schema.properties.b!['x-visibleWhen']).toEqual({ cel: 'a == "a" && members.exists(m, m.years > 3)' })
    expect(renamed.schema.properties.members!.items!.properties!.note!['x-visibleWhen']).toEqual({
      cel: 'item.years > 3 && a != "item.age"',
    })
  })

  it('is refused when it is taken, no name, or a word that expressions keep', () => {
    for (const name of ['b', '1a', 'a-b', 'item', '']) expect(renameField(form(), at('a'), name).path, name).toBe(at('a'))
  })

  it('names the rules that would read nothing when a field goes', () => {
    expect(referencesTo(form(), at('a')).map(({ path }) => path)).toEqual([
      `${at('b')}/x-visibleWhen`,
      `${inRow('note')}/x-visibleWhen`,
      `${at('again')}/sameAs`,
    ])
    expect(referencesTo(form(), inRow('age')).map(({ field }) => field)).toEqual([at('b'), inRow('note')])
    expect(referencesTo(form(), at('members')).map(({ field }) => field)).toEqual([at('b')])
  })
})

describe('a pasted list of options', () => {
  it('reads labels, codes with labels, and cells of a sheet; empty and repeated lines are left out', () => {
    const made = parseOptionLines('本科生\tUndergraduate\n\nMA 硕士生\nphd\t博士生\tDoctoral\n本科生\tUndergraduate\r\n其他', [
      'undergraduate',
    ])
    expect(made).toEqual([
      { value: 'undergraduate-2', label: { zh: '本科生', en: 'Undergraduate' } },
      { value: 'MA', label: text('硕士生') },
      { value: 'phd', label: { zh: '博士生', en: 'Doctoral' } },
      { value: '其他', label: text('其他') },
    ])
  })
})
