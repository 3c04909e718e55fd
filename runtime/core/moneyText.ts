import type { Lang } from './platform.ts'

const LOCALE = { zh: 'zh-CN', en: 'en-GB' } as const
/** Making a format costs a hundred times what using it does. */
const kept = new Map<string, Intl.NumberFormat>()

/**
 * An amount as people read it: `¥1,200.00` in Chinese, `CNY 1,200.00` in English, where ¥ may be yen.
 * @param amount    in minor units
 * @param currency  ISO 4217
 */
export function moneyText(amount: number, lang: Lang, currency = 'CNY'): string {
  return formatOf(lang, currency).format(amount / minorUnits(currency))
}

/** `¥` in Chinese, `CNY` in English. */
export function currencySign(lang: Lang, currency = 'CNY'): string {
  const parts = formatOf(lang, currency).formatToParts(0)
  return parts.find(({ type }) => type === 'currency')?.value ?? currency
}

/** Decimals of an amount: 2 of yuan, none of yen. */
export function currencyDecimals(currency: string): number {
  return formatOf('en', currency).resolvedOptions().maximumFractionDigits ?? 2
}

/** How many minor units (fen, cents) make one unit. */
export function minorUnits(currency: string): number {
  return 10 ** currencyDecimals(currency)
}

function formatOf(lang: Lang, currency: string): Intl.NumberFormat {
  const key = `${lang} ${currency}`
  const currencyDisplay = lang === 'zh' ? 'symbol' : 'code'
  const format = kept.get(key) ?? new Intl.NumberFormat(LOCALE[lang], { style: 'currency', currency, currencyDisplay })
  kept.set(key, format)
  return format
}
