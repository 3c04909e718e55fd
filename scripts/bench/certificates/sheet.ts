/** What every peer of the bench "certificates" draws: the words, lines and code of the template "minimal", in mm from the top left corner of the page. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fontFile as pathOf } from '../../../runtime/server/pdf/fontFiles.ts'

export type Family = 'sans' | 'serif'
export interface Words {
  text: string
  x: number
  y: number
  font: Family
  /** Points. */
  size: number
}
export interface Sheet {
  title: string
  words: Words[]
  /** In the code. */
  address: string
}

export const POINTS_PER_MM = 72 / 25.4
/** A4 with 3 mm of bleed on each side; places count from the paper's own corner. */
export const PAGE = { width: 303, height: 216, bleed: 3 }
export const INK = '#111111'
export const FRAME = { x: 14, y: 14, width: 269, height: 182, line: 0.6 }
export const RULE = { x: 28, y: 99, width: 241 }
export const CODE = { x: 243, y: 160, size: 26 }

/** @param at  from 1 */
export function sheetOf(at: number): Sheet {
  const serial = `BENCH-2026-${String(at).padStart(6, '0')}-0`
  const words: [string, number, number, Family, number][] = [
    ['全国大学生数学建模挑战赛', 28, 29, 'sans', 10],
    [`证书编号 ${serial}`, 200, 29, 'sans', 9],
    ['证 书', 28, 48, 'serif', 26],
    [`获奖者${at}`, 28, 74, 'serif', 46],
    [`第${at}大学 在全国大学生数学建模挑战赛中荣获`, 28, 106, 'serif', 16],
    ['一等奖', 28, 118, 'serif', 24],
    ['全国大学生数学建模组委会', 28, 168, 'sans', 12],
    ['2026年11月23日', 28, 178, 'sans', 11],
  ]
  return {
    title: `获奖者${at} 证书`,
    words: words.map(([text, x, y, font, size]) => ({ text, x, y, font, size })),
    address: `https://agon.example/share?certificate=${createHash('md5').update(serial).digest('hex').slice(0, 22)}`,
  }
}

/** @returns the font as TrueType; the Chinese one has Latin letters too */
export function fontFile(family: Family, script: 'latin' | 'chinese' = 'chinese'): Buffer {
  return readFileSync(pathOf(script, { family, isBold: false }))
}
