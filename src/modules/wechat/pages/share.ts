import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'

const SCRIPT = 'https://res.wx.qq.com/open/js/jweixin-1.6.0.js'
const CARDS = ['updateAppMessageShareData', 'updateTimelineShareData'] as const

type Config = Output<ApiContract['GET /wechat/share']>
type Card = { title: string; desc: string; link: string; imgUrl: string }
type Wx = Record<(typeof CARDS)[number], (card: Card) => void> & {
  config: (of: Config & { debug: boolean; jsApiList: readonly string[] }) => void
  ready: (then: () => void) => void
}
declare global {
  interface Window {
    wx?: Wx
  }
}

/** The address by which this browser came: WeChat on an iPhone goes by it, wherever one has gone since. */
const landed = location.href.split('#')[0]!
const isPhoneOfApple = /iPhone|iPad/.test(navigator.userAgent)

let loading: Promise<Wx> | undefined

/** WeChat's own script, once. */
function load(): Promise<Wx> {
  loading ??= new Promise((done, fail) => {
    const script = document.createElement('script')
    script.src = SCRIPT
    script.onload = () => (window.wx ? done(window.wx) : fail(new Error('WeChat has brought no script')))
    script.onerror = () => fail(new Error('the script of WeChat cannot be loaded'))
    document.head.append(script)
  })
  return loading
}

const metaContent = (property: string) =>
  document.querySelector(`meta[property="${property}"]`)?.getAttribute('content') ?? ''

/** Sets the card for sharing from the Open Graph tags of the page. */
export async function prepareCard(): Promise<void> {
  const url = isPhoneOfApple ? landed : location.href.split('#')[0]!
  const [wx, config] = await Promise.all([load(), browserApi('GET /wechat/share', { url })])
  wx.config({ ...config, debug: false, jsApiList: CARDS })
  wx.ready(() => {
    const card = {
      title: metaContent('og:title') || document.title,
      desc: metaContent('og:description'),
      link: metaContent('og:url') || location.href,
      imgUrl: metaContent('og:image'),
    }
    for (const name of CARDS) wx[name](card)
  })
}
