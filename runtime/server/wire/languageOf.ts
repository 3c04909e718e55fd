/** The language of a request: the cookie of the app, then `Accept-Language`, then the app's default. */
import type { AppDocument } from '../../core/documents.ts'
import type { Lang } from '../../core/platform.ts'

export function languageOf(headers: Readonly<Record<string, string | string[] | undefined>>, app: AppDocument): Lang {
  const { cookie, default: fallback } = app.languages
  const cookies = String(headers.cookie ?? '')
  const chosen = cookies.includes(cookie.name) ? cookieValue(cookies, cookie.name) : undefined
  if (chosen === 'zh' || chosen === 'en') return chosen
  return acceptedLanguage(String(headers['accept-language'] ?? '')) ?? fallback
}

function cookieValue(cookies: string, name: string): string | undefined {
  const pair = cookies.split(';').find((part) => part.trimStart().startsWith(`${name}=`))
  return pair?.slice(pair.indexOf('=') + 1).trim()
}

function acceptedLanguage(header: string): Lang | undefined {
  const wanted = header
    .split(',')
    .slice(0, 20)
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const quality = parameters.find((parameter) => parameter.trim().startsWith('q='))
      return { lang: tag.slice(0, 2), weight: quality ? Number(quality.trim().slice(2)) || 0 : 1 }
    })
    .filter(({ lang, weight }) => (lang === 'zh' || lang === 'en') && weight > 0)
    .sort((a, b) => b.weight - a.weight)
  return wanted[0]?.lang as Lang | undefined
}
