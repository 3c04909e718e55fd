/** WeChat as far as it matters: a code is good once and stands for one person. Who opens its QR page as `scanning` comes back with a code immediately. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface WechatPerson {
  openid: string
  unionid?: string
  nickname: string
}

export interface WechatDouble {
  server: Server
  /** Whom a code stands for. */
  people: Map<string, WechatPerson>
  mood: {
    /** Does not answer. */
    down: boolean
    /** Who holds the phone before the QR page. */
    scanning: WechatPerson | null
  }
  /** Settings of a platform that uses it and is itself reached at `returnOrigin`. */
  listen(returnOrigin: string): Promise<Record<string, string>>
}

const APP_SECRET = 'wx-secret'

export function wechatDouble(): WechatDouble {
  const people = new Map<string, WechatPerson>()
  const tokens = new Map<string, string>()
  const mood: WechatDouble['mood'] = { down: false, scanning: null }
  const server = createServer((request, reply) => {
    if (mood.down) return void request.socket.destroy()
    const { pathname, searchParams } = new URL(request.url!, 'http://wechat')
    const answer = (body: unknown) => reply.end(JSON.stringify(body))
    if (pathname === '/connect/qrconnect') {
      const code = `scan${people.size}`
      people.set(code, mood.scanning!)
      const back = new URL(searchParams.get('redirect_uri')!)
      back.searchParams.set('code', code)
      back.searchParams.set('state', searchParams.get('state')!)
      return reply.writeHead(302, { location: back.href }).end()
    }
    if (pathname === '/sns/oauth2/access_token') {
      const code = searchParams.get('code')!
      const person = people.get(code)
      if (searchParams.get('secret') !== APP_SECRET) return answer({ errcode: 40125, errmsg: 'invalid appsecret' })
      if (!person || tokens.has(code)) return answer({ errcode: person ? 40163 : 40029, errmsg: 'invalid code' })
      tokens.set(code, `token-${code}`)
      return answer({ access_token: `token-${code}`, openid: person.openid, unionid: person.unionid, expires_in: 7200 })
    }
    const code = searchParams.get('access_token')!.replace('token-', '')
    return answer({ nickname: people.get(code)!.nickname, openid: searchParams.get('openid') })
  })
  return {
    server,
    people,
    mood,
    async listen(returnOrigin) {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      return {
        WECHAT_PROVIDER: 'account.wechat',
        WECHAT_APP_ID: 'wx123',
        WECHAT_APP_SECRET: APP_SECRET,
        WECHAT_API_ORIGIN: origin,
        WECHAT_OPEN_ORIGIN: origin,
        WECHAT_RETURN_ORIGIN: returnOrigin,
      }
    },
  }
}
