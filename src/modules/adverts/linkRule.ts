/** Services whose addresses do not say where they lead, and may lead elsewhere tomorrow. */
const SHORTENERS = [
  't.cn',
  'url.cn',
  'dwz.cn',
  'dwz.mk',
  'suo.im',
  'suo.nz',
  'mrw.so',
  'w.url.cn',
  'u.jd.com',
  's.click.taobao.com',
  'bit.ly',
  'tinyurl.com',
  'goo.gl',
  't.co',
  'is.gd',
  'ow.ly',
  'reurl.cc',
  'rb.gy',
  'cutt.ly',
]

export const linkTypes = { outside: '外部网站', inside: '本站页面', none: '不设链接' } as const
export type LinkType = keyof typeof linkTypes

/** Why an advert may not lead there; undefined where it may. */
export function linkFault(type: unknown, address: string): string | undefined {
  if (type === 'none') return address ? '不设链接时请清空链接地址' : undefined
  if (!address) return '请填写链接地址'
  return type === 'inside' ? insideFault(address) : outsideFault(address)
}

/** A public page of this site, and not one that sends on to an address that comes with it. */
function insideFault(address: string): string | undefined {
  const base = 'https://site.invalid'
  const url = URL.canParse(address, base) ? new URL(address, base) : undefined
  if (!address.startsWith('/admin/') || !url || url.origin !== base || !url.pathname.startsWith('/admin/'))
    return '本站页面的地址应以 /admin/ 开头'
  if (/^\/admin\/(login|user)(\/|$)/.test(url.pathname)) return '请链接到不登录也能看的页面'
}

function outsideFault(address: string): string | undefined {
  if (!/^https:\/\//i.test(address) || !URL.canParse(address)) return '外部网站的地址应以 https:// 开头'
  const { hostname, username, password, search, hash, port } = new URL(address)
  if (username || password) return '链接地址不能含有用户名或密码'
  if (port || !/^(?!.*\.\d+$)[^.\s]+(\.[^.\s]+)+$/.test(hostname) || hostname.startsWith('['))
    return '链接地址应为网站的域名，例如 https://www.example.com/'
  if (SHORTENERS.includes(hostname.replace(/^www\./, ''))) return '不能使用短链接，请填写网站的真实地址'
  if (/=(https?(:|%3a)|(\/|%2f){2})/i.test(search + hash)) return '不能使用跳转链接，请填写目的网站的地址'
}
