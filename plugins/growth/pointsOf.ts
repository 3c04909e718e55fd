/** Points of acts and levels, by the settings growth.points. */
import type { GrowthPointsSettings } from '../generated/settings.ts'

type Act = 'registered' | 'work' | 'award' | 'course'
export interface Pointed {
  act: Act
  prize: string | null
}

/** An award counts by its prize, one with a name of its own as other. */
export function pointsOf({ act, prize }: Pointed, settings: GrowthPointsSettings): number {
  const key = act === 'award' ? (prize ?? 'other') : act
  return Number(settings[key as keyof GrowthPointsSettings] ?? settings.other)
}

const LEVELS = ['level2', 'level3', 'level4', 'level5'] as const

export interface Level {
  level: number
  /** Points at which it begins. */
  from: number
  /** Points at which the next one begins; null: there is none. */
  next: number | null
}

/** The level that points reach, by the settings. */
export function levelOf(points: number, settings: GrowthPointsSettings): Level {
  const begins = [0, ...LEVELS.map((name) => settings[name])]
  const at = begins.findLastIndex((from) => points >= from)
  return { level: at + 1, from: begins[at]!, next: begins[at + 1] ?? null }
}
