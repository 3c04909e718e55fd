/** What a mail says around its words: the button to the page it is about, why it came, and where to choose what comes. As plain text and as HTML. */
import type { TemplateDocument } from '../../core/documents.ts'
import { escapeHtml } from '../../core/escapeHtml.ts'
import type { Lang, Platform } from '../../core/platform.ts'
import { textHtml } from '../../core/values/textHtml.ts'
import { keyedText } from '../wire/keyedText.ts'
import { messageLink } from './messageLink.ts'

export interface MailFacts {
  template: TemplateDocument
  lang: Lang
  variables: Readonly<Record<string, unknown>>
  subject: string
  text: string
  /** Instead of the text, where that has formatting. */
  html?: string
  /** It is a further channel of a message, and may be switched off by this key. */
  key: string | null
}

export interface MailBody {
  text: string
  html: string
  /** Address to which a POST without a person ends such mail (RFC 8058). */
  unsubscribe?: string
}

/** @param site  address of the platform, without a slash at its end */
export function mailBody(
  platform: Platform,
  site: string,
  { template, lang, variables, subject, text, html: formatted, key }: MailFacts,
): MailBody {
  const { notices } = platform.app
  const link = messageLink(platform, { template, variables, lang, site })
  const address = link && absolute(link.to, site)
  const words = (name: string, values: Record<string, unknown> = {}) => keyedText(platform, name, values)[lang]
  const foot =
    key === null || notices === undefined
      ? []
      : [
          words('notice.why', { site: platform.app.site?.shortName }),
          `${words('notice.change')}${site}${withKey(platform.get('page', notices.page).routes[0], key)}`,
        ]
  const plain = [text, ...(link ? [`${link.label}: ${address}`] : []), ...(foot.length > 0 ? [`-- \n${foot.join('\n')}`] : [])].join('\n\n')
  const button =
    link === null ? '' : `<p style="margin:24px 0"><a href="${escapeHtml(address!)}" style="${BUTTON}">${escapeHtml(link.label)}</a></p>`
  const end = foot.length === 0 ? '' : `<div style="${FOOT}">${textHtml(foot.join('\n'))}</div>`
  const html = `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head><body style="${BODY}"><div style="${SHEET}">${formatted === undefined ? textHtml(text) : withSite(formatted, site)}${button}${end}</div></body></html>`
  const off = key === null || notices === undefined ? undefined : `/${withKey(platform.get('call', notices.off).path, key)}`
  return { text: plain, html, ...(off === undefined ? {} : { unsubscribe: `${site}${off}` }) }
}

/** What leads elsewhere has its whole address. */
export function absolute(to: string, site: string): string {
  return to.startsWith('/') ? `${site}${to}` : to
}

/** Pages and pictures of the platform have their whole address: a mail is read elsewhere. */
function withSite(html: string, site: string): string {
  return html.replace(/(<(?:a|img) [^>]*?(?:href|src)=")\//g, (_, start: string) => `${start}${site}/`)
}

function withKey(address: string | undefined, key: string): string {
  return (address ?? '').replace(':key', key)
}

// mailboxes drop style sheets: the styles stand at the elements
const BODY =
  'margin:0;padding:24px 12px;background:#f4f5f7;color:#1f2430;font:16px/1.6 -apple-system,Segoe UI,Roboto,PingFang SC,Microsoft YaHei,sans-serif'
const SHEET = 'max-width:560px;margin:0 auto;padding:24px 28px;background:#fff;border-radius:8px'
const BUTTON = 'display:inline-block;padding:10px 20px;border-radius:6px;background:#2f45c5;color:#fff;text-decoration:none;font-weight:600'
const FOOT = 'margin-top:32px;padding-top:12px;border-top:1px solid #e4e6eb;color:#5c6370;font-size:13px'
