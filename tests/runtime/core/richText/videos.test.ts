/** Which addresses are videos: by the sites of the app document, and by nothing else. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findVideo, playerOrigins, videoPage, videoPlayer } from '../../../../runtime/core/richText/videos.ts'

const { videos } = JSON.parse(readFileSync('schemas/platform/app.app.json', 'utf8'))
const shown = (address: string) => {
  const video = findVideo(address, videos)
  return video && { page: videoPage(video), player: videoPlayer(video) }
}

describe('[VIDEO-1] addresses of videos', () => {
  it.each([
    [
      'https://www.bilibili.com/video/BV1xx411c7mD/?spm_id_from=333.1',
      'https://www.bilibili.com/video/BV1xx411c7mD',
      'player.bilibili.com',
    ],
    ['https://v.qq.com/x/cover/mzc00200abc/a0012bcdefg.html', 'https://v.qq.com/x/page/a0012bcdefg.html', 'v.qq.com'],
    ['v.youku.com/v_show/id_XMTM4NDQ0MDg=.html?spm=a', 'https://v.youku.com/v_show/id_XMTM4NDQ0MDg=.html', 'player.youku.com'],
    ['https://youtu.be/dQw4w9WgXcQ?t=3', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'www.youtube-nocookie.com'],
    [' http://m.youtube.com/watch?list=x&v=dQw4w9WgXcQ ', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'www.youtube-nocookie.com'],
    ['https://vimeo.com/76979871', 'https://vimeo.com/76979871', 'player.vimeo.com'],
    [
      '<iframe width="560" src="//player.bilibili.com/player.html?isOutside=true&bvid=BV1xx411c7mD&p=1" allowfullscreen></iframe>',
      'https://www.bilibili.com/video/BV1xx411c7mD',
      'player.bilibili.com',
    ],
  ])('%s is one', (address, page, player) => {
    expect(shown(address)?.page).toBe(page)
    expect(new URL(shown(address)!.player).hostname).toBe(player)
    expect(shown(page)?.page).toBe(page)
  })

  it.each([
    '',
    'x',
    'https://',
    'https://evil.example/video/BV1xx411c7mD',
    'https://www.bilibili.com.evil.example/video/BV1xx411c7mD',
    'https://evil.example/https://www.bilibili.com/video/BV1xx411c7mD',
    'https://www.bilibili.com@evil.example/video/BV1xx411c7mD',
    'https://user:pw@www.bilibili.com/video/BV1xx411c7mD',
    'https://www.bilibili.com:8443/video/BV1xx411c7mD',
    'javascript:alert(1)//www.bilibili.com/video/BV1xx411c7mD',
    'data:text/html,<script>alert(1)</script>',
    'ftp://vimeo.com/76979871',
    'https://www.bilibili.com/video/BV1xx411c7mD/../../evil',
    'https://www.bilibili.com/video/BV1xx411c7mD"onload=alert(1)',
    'https://www.bilibili.com/video/BV1xx411c7m%22',
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ%26autoplay=1',
    'https://www.youtube.com/watch?v=dQw4w9WgXc/../x',
    'https://www.youtube.com/redirect?q=dQw4w9WgXcQ',
    'https://vimeo.com/76979871/evil',
    'https://vimeo.com/76979871abc',
    'https://vіmeo.com/76979871',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<iframe src="javascript:alert(1)"></iframe>',
    `https://vimeo.com/${'1'.repeat(3000)}`,
  ])('%s is none', (address) => {
    expect(shown(address)).toBeNull()
  })

  it('have players of exactly the listed sites, which a page may frame', () => {
    expect(playerOrigins(videos)).toEqual([
      'https://player.bilibili.com',
      'https://v.qq.com',
      'https://player.youku.com',
      'https://www.youtube-nocookie.com',
      'https://player.vimeo.com',
    ])
    expect(playerOrigins([])).toEqual([])
  })
})
