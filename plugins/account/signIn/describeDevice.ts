/** A browser's name for itself (user agent) -> words for people. It is a guess: browsers imitate each other, so the more specific patterns come first. */

export interface Device {
  /** With its main version. */
  browser: string
  system: string
  kind: 'phone' | 'tablet' | 'computer'
}

/** Names that depend on the language. */
type NamedDevice = 'wechat' | 'dingtalk' | 'qq' | 'uc' | 'samsung' | 'unknown'

const BROWSERS: readonly (readonly [RegExp, string | { key: NamedDevice }])[] = [
  [/MicroMessenger\/(\d+)/, { key: 'wechat' }],
  [/DingTalk\/(\d+)/, { key: 'dingtalk' }],
  [/MQQBrowser\/(\d+)|QQBrowser\/(\d+)/, { key: 'qq' }],
  [/UCBrowser\/(\d+)/, { key: 'uc' }],
  [/Edg(?:e|A|iOS)?\/(\d+)/, 'Edge'],
  [/OPR\/(\d+)/, 'Opera'],
  [/SamsungBrowser\/(\d+)/, { key: 'samsung' }],
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

/** Browser and system; a general name when the user agent is unknown or null.
 *  @param named  words for `unknown` and for browsers whose name depends on the language */
export function describeDevice(userAgent: string | null, named: (key: NamedDevice) => string): Device {
  const text = userAgent ?? ''
  return { browser: browserOf(text, named), system: SYSTEMS.find(([sign]) => sign.test(text))?.[1] ?? named('unknown'), kind: kindOf(text) }
}

function browserOf(text: string, named: (key: NamedDevice) => string): string {
  for (const [sign, name] of BROWSERS) {
    const match = sign.exec(text)
    if (match) return `${typeof name === 'string' ? name : named(name.key)} ${match[1] ?? match[2]}`
  }
  return named('unknown')
}

function kindOf(text: string): Device['kind'] {
  if (/iPad|Tablet/.test(text) || (/Android/.test(text) && !/Mobile/.test(text))) return 'tablet'
  return /Mobile|iPhone/.test(text) ? 'phone' : 'computer'
}
