/** Sign-in by WeChat on a web page: the person scans a QR code there and comes back with a code.
 *  @see https://developers.weixin.qq.com/doc/oplatform/Website_App/WeChat_Login/Wechat_Login.html */
import { defineProvider, type IdentityProvider } from '../../../runtime/core/contracts.ts'

interface Settings {
  appId: string
  appSecret: string
  /** Origin of the page with the QR code. */
  openOrigin: string
  apiOrigin: string
  /** Origin of this platform, as registered there: `https://agon.example`. */
  returnOrigin: string
}
interface TokenAnswer {
  access_token?: string
  openid?: string
  unionid?: string
  errcode?: number
  errmsg?: string
}

// 40029: invalid code, 40163: code used before, 41008: no code
const CODE_REFUSED = new Set([40_029, 40_163, 41_008])

export default defineProvider<IdentityProvider, Settings>('account.wechat', 'identity', (given) => {
  const { appId, appSecret, openOrigin, apiOrigin, returnOrigin } = given
  const ask = async <T>(path: string, parameters: Record<string, string>, signal: AbortSignal): Promise<T> => {
    const reply = await fetch(`${apiOrigin}${path}?${new URLSearchParams(parameters)}`, { signal, redirect: 'error' })
    return (await reply.json()) as T
  }
  return {
    authorizeUrl({ state, returnTo }) {
      const parameters = { appid: appId, redirect_uri: returnOrigin + returnTo, response_type: 'code', scope: 'snsapi_login', state }
      return `${openOrigin}/connect/qrconnect?${new URLSearchParams(parameters)}#wechat_redirect`
    },
    async identify(code, signal) {
      const exchange = { appid: appId, secret: appSecret, code, grant_type: 'authorization_code' }
      const token = await ask<TokenAnswer>('/sns/oauth2/access_token', exchange, signal)
      if (token.errcode !== undefined && CODE_REFUSED.has(token.errcode)) return null
      if (!token.access_token || !token.openid) throw new Error(`WeChat answered ${token.errcode}: ${token.errmsg}`)
      const about = { access_token: token.access_token, openid: token.openid, lang: 'zh_CN' }
      const person = await ask<{ nickname?: string; unionid?: string }>('/sns/userinfo', about, signal)
      // the union id is one for all apps of one owner; the open id differs from app to app
      return { subject: token.unionid ?? person.unionid ?? token.openid, name: person.nickname || null }
    },
  }
})
