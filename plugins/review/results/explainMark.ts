/** Why a review has the score it has: the normalisation of its round in plain words, with the numbers it used. */
import type { Platform } from '../../../runtime/core/platform.ts'
import { fillWords } from '../../agreement/contractFields.ts'
import type { ScaledMark, ScoreRules } from '../scores/roundScores.ts'

const DECIMALS = 2

type Words = (lang: 'zh' | 'en') => string

export function explainMark(
  total: number,
  { score, own, all, below, equal }: ScaledMark,
  how: ScoreRules['normalisation'],
  { texts }: Pick<Platform, 'texts'>,
): Words {
  const shown = (value: number) => String(Number(value.toFixed(DECIMALS)))
  const values = {
    ...{ total: shown(total), score: shown(score), count: String(own.count), others: String(own.count - 1) },
    ...{ mean: shown(own.mean), deviation: shown(own.deviation), allMean: shown(all.mean), allDeviation: shown(all.deviation) },
    ...{ below: String(below), equal: String(equal) },
  }
  return (lang) => fillWords(texts[lang][`review.explain.${kindOf(how, own)}`]!, values)
}

function kindOf(how: ScoreRules['normalisation'], { count, deviation }: ScaledMark['own']): string {
  if (how === 'zscore' && deviation === 0) return 'zscoreFlat'
  return how === 'rank' && count < 2 ? 'rankSingle' : how
}
