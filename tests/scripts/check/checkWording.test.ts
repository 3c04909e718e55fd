import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { checkWording } from '../../../scripts/check/checkWording.ts'
import { readGlossary } from '../../../scripts/check/readGlossary.ts'

const glossary = readGlossary(readFileSync('CONTRIBUTING.md', 'utf8'))
const PLACE = 'schemas/team/join.page.json#/title'
const found = (en: string, zh = '提交', place = PLACE) => checkWording([{ place, zh, en }], glossary)

describe('[WORDING-1] the wording of a text', () => {
  it.each([
    ['Hand in your work', '“Hand in”: write “submit”'],
    ['Somebody asks to join', '“Somebody”: write “someone, anyone, everyone, no one”'],
    ['The audit is complete', '“audit”: write “approval; submit for approval”'],
    ['Your "team"', '“"”: write “ ”'],
    ["You can't change it", "“can't”: write the full form (cannot, does not)"],
    ['{{count}} works', '“{{count}} works” is wrong for 1: write {{count, plural(one: ...; other: ...)}}'],
    ['{{n}} more members', '“{{n}} more members” is wrong for 1: write {{n, plural(one: ...; other: ...)}}'],
  ])('is refused in English, with the place and the term: %s', (en, failure) => {
    const [line, ...more] = found(en)
    expect(line).toMatch(new RegExp(`^${PLACE.replaceAll('.', '\\.')} en: `))
    expect(line).toContain(failure)
    expect(more).toEqual([])
  })

  it.each([
    ['本队队伍', '“队伍”: write “团队”'],
    ['您好', '“您”: write 你'],
    ['共3人', '“共3”: write a space between Chinese and Latin letters or digits'],
  ])('is refused in Chinese: %s', (zh, failure) => expect(found('Submit', zh)).toEqual([`${PLACE} zh: ${failure}`]))

  it('ends an error with a full stop', () => {
    const place = 'schemas/locales/en/team.json#/error/TEAM_FULL'
    expect(found('Choose another team', '请选择其他团队。', place)).toEqual([`${place} en: “m”: write a full stop at the end of an error`])
  })

  it('says the next step in an error, in both languages', () => {
    const place = 'schemas/locales/en/team.json#/error/TEAM_FULL'
    expect(found('The team is full.', '团队已满。', place)).toEqual([
      `${place} zh: “团队已满。”: write what the person can do next`,
      `${place} en: “The team is full.”: write what the person can do next`,
    ])
    expect(found('The team is full. Choose another one.', '团队已满，请选择其他团队。', place)).toEqual([])
    expect(found('Choose an event.', '请选择赛项。', place)).toEqual([])
  })

  it.each([
    ['Audit log', '操作日志'],
    ['{{person}} invites you', '{{person}} 邀请你'],
    ['{{count}} {{count, plural(one: work; other: works)}}', '{{count}} 件作品'],
    ['At least {{width}}×{{height}} pixels', '不小于 {{width}}×{{height}} 像素'],
  ])('is taken when it is right: %s', (en, zh) => expect(found(en, zh)).toEqual([]))
})
