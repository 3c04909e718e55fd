import '@ant-design/v5-patch-for-react-19'
import { ConfigProvider, type ConfigProviderProps, type ThemeConfig, theme } from 'antd'
import enUS from 'antd/es/locale/en_US.js'
import zhCN from 'antd/es/locale/zh_CN.js'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn.js'
import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { type SkinTokens, skin } from '../../runtime/client/skins.ts'
import { language } from '../../runtime/client/texts.ts'

/** Tokens that carry the same name in a skin document and in antd. */
const SHARED = [
  'colorPrimary',
  'colorPrimaryHover',
  'colorPrimaryActive',
  'colorPrimaryBg',
  'colorPrimaryBorder',
  'colorLink',
  'colorInfo',
  'colorSuccess',
  'colorWarning',
  'colorError',
  'colorText',
  'colorTextSecondary',
  'colorTextTertiary',
  'colorTextDisabled',
  'colorBgLayout',
  'colorBgContainer',
  'colorBgElevated',
  'colorBgMask',
  'colorBorder',
  'colorBorderSecondary',
  'fontFamily',
  'fontFamilyCode',
  'lineHeight',
  'fontWeightStrong',
  'borderRadius',
  'borderRadiusSM',
  'borderRadiusLG',
  'boxShadow',
] as const

/** antd's name -> ours, where they differ. antd's parts are as dense as our tables. */
const RENAMED = {
  colorTextLightSolid: 'colorOnPrimary',
  colorTextHeading: 'colorText',
  colorTextPlaceholder: 'colorTextTertiary',
  colorIcon: 'colorTextSecondary',
  colorIconHover: 'colorText',
  colorSplit: 'colorBorderSecondary',
  controlItemBgHover: 'colorBgHover',
  controlItemBgActive: 'colorPrimaryBg',
  boxShadowSecondary: 'boxShadowElevated',
  controlHeight: 'controlHeightSM',
  fontSize: 'fontSizeSM',
  fontSizeSM: 'fontSizeXS',
  fontSizeLG: 'fontSize',
} as const

type AntdLocale = NonNullable<ConfigProviderProps['locale']>
// The package's types speak of CommonJS, the files are modules.
const LOCALES = { zh: wordsAsNames(zhCN as unknown as AntdLocale), en: wordsAsNames(enUS as unknown as AntdLocale) }
const NONCE = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce || undefined
/** Above dialogs and messages. */
const POPUP_LEVEL = 80

/** The month and the year above a calendar are read out as they are written, not as "choose a month": who speaks to the page says what they see. */
function wordsAsNames(locale: AntdLocale): AntdLocale {
  const silent = { monthSelect: '', yearSelect: '', decadeSelect: '' }
  const picker = locale.DatePicker
  return { ...locale, DatePicker: picker && { ...picker, lang: { ...picker.lang, ...silent } } }
}

/** What antd's parts need around them: the tokens of the skin document (live: another skin repaints them), the language of the page, the page's
 * nonce for their styles, and the patch for React 19. */
export function SkinnedAntd({ children }: { children: ReactNode }): ReactNode {
  const { tokens, dark } = useSnapshot(skin)
  const { lang } = useSnapshot(language)
  dayjs.locale(lang === 'zh' ? 'zh-cn' : 'en')
  return (
    <ConfigProvider
      csp={{ nonce: NONCE }}
      locale={LOCALES[lang]}
      theme={{ algorithm: dark ? theme.darkAlgorithm : theme.defaultAlgorithm, token: antdTokens(tokens) }}
    >
      {children}
    </ConfigProvider>
  )
}

function antdTokens(tokens: SkinTokens): ThemeConfig['token'] {
  const pairs = [...SHARED.map((name) => [name, name] as const), ...Object.entries(RENAMED)]
  const known = pairs.filter(([, ours]) => tokens[ours] !== undefined).map(([theirs, ours]) => [theirs, tokens[ours]])
  const motion = !matchMedia('(prefers-reduced-motion: reduce)').matches
  return { ...Object.fromEntries(known), zIndexPopupBase: POPUP_LEVEL, motion }
}
