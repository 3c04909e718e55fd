/** A browser's name for itself (user agent) -> words for people. It is a guess: browsers imitate each other, so the more specific patterns come first. */
import type { Lang } from '../../../runtime/core/platform.ts'

export interface Device {
  /** With its main version. */
  browser: string
  system: string
  kind: 'phone' | 'tablet' | 'computer'
}

const UNKNOWN = { zh: '未知', en: 'Unknown' }

const BROWSERS: readonly (readonly [RegExp, string | { zh: string; en: string }])[] = [
  [/MicroMessenger\/(\d+)/, { zh: '微信', en: 'WeChat' }],
  [/DingTalk\/(\d+)/, { zh: '钉钉', en: 'DingTalk' }],
  [/MQQBrowser\/(\d+)|QQBrowser\/(\d+)/, { zh: 'QQ 浏览器', en: 'QQ Browser' }],
  [/UCBrowser\/(\d+)/, { zh: 'UC 浏览器', en: 'UC Browser' }],
  [/Edg(?:e|A|iOS)?\/(\d+)/, 'Edge'],
  [/OPR\/(\d+)/, 'Opera'],
  [/SamsungBrowser\/(\d+)/, { zh: '三星浏览器', en: 'Samsung Internet' }],
  [/(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/(?:HeadlessChrome|Chrome|CriOS|Chromium)\/(\d+)/, 'Chrome'],
  [/Version\/(\d+)[\d.]* .*Safari/, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/HarmonyOS|OpenHarmony/, 'HarmonyOS'],
  [/iPad/, 'iPadOS'],
  [/iPhone|iPod/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux|X11/, 'Linux'],
]

/** Browser and system in one language; a general name when the user agent is unknown or null. */
export function describeDevice(userAgent: string | null, lang: Lang): Device {
  const text = userAgent ?? ''
  return { browser: browserOf(text, lang), system: SYSTEMS.find(([sign]) => sign.test(text))?.[1] ?? UNKNOWN[lang], kind: kindOf(text) }
}

function browserOf(text: string, lang: Lang): string {
  for (const [sign, name] of BROWSERS) {
    const match = sign.exec(text)
    if (match) return `${typeof name === 'string' ? name : name[lang]} ${match[1] ?? match[2]}`
  }
  return UNKNOWN[lang]
}

function kindOf(text: string): Device['kind'] {
  if (/iPad|Tablet/.test(text) || (/Android/.test(text) && !/Mobile/.test(text))) return 'tablet'
  return /Mobile|iPhone/.test(text) ? 'phone' : 'computer'
}
