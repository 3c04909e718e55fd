/** A typed amount -> minor units of its currency. `¥1,200.50`, `CNY 1200.5`, `1200,50元` are the same; more decimals than the currency has are not rounded. */
import { currencyDecimals, minorUnits } from '../moneyText.ts'
import { type NumberReading, readNumber } from './readNumber.ts'

const SIGNS: Readonly<Record<string, readonly string[]>> = { CNY: ['\u00a5', '\uffe5', 'RMB', '\u4eba\u6c11\u5e01', '\u5143', '\u5706'] }

/** @param currency ISO 4217 @returns the value in minor units; choices and reasons as of numbers */
export function readMoney(text: string, currency = 'CNY'): NumberReading {
  const reading = readNumber(withoutSign(text.trim(), currency), { decimals: currencyDecimals(currency) })
  if (!('value' in reading)) return reading
  const value = Math.round(reading.value * minorUnits(currency))
  return Number.isSafeInteger(value) ? { value } : { reason: 'digits' }
}

/** One sign of the currency, before or behind the amount. */
function withoutSign(text: string, currency: string): string {
  const upper = text.toUpperCase()
  for (const sign of [currency, ...(SIGNS[currency] ?? [])]) {
    if (upper.startsWith(sign)) return text.slice(sign.length)
    if (upper.endsWith(sign)) return text.slice(0, -sign.length)
  }
  return text
}
