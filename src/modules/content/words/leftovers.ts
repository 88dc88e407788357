import { MISSING_MEDIA } from '#lib/words/missingMedia.ts'

/** A place in a text that was probably not meant for readers. `found` stands in the text; `why` says what it is. */
export type Leftover = { found: string; why: string; start: number; end: number }

/** Surnames of nine tenths of all people in China (公安部《二〇二〇年全国姓名报告》, the hundred most frequent). */
const SURNAMES =
  '王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许韩邓冯曹彭曾肖田董潘袁蔡蒋余于杜叶程魏苏吕丁任卢姚沈钟姜崔谭陆范汪廖石金韦贾夏付方邹熊白孟秦邱侯江尹薛闫段雷龙黎史陶贺毛郝顾龚邵万覃武钱戴严欧'
const TITLES =
  '处长?|局长?|科长?|主任|会长|秘书长|理事长|部长|书记|总(?:监|工|编|经理)?|经理|老师|工|姐|哥|校长|院长|所长'

/** Words in square or lenticular brackets. Those of a document's number, 〔2026〕, are others. */
const BRACKETS = /\[([^[\]【】［］\n]{1,60})\]|［([^［］\n]{1,60})］|【([^【】\n]{1,60})】/g
/** 李处1, A12: initials and number, with which Word marks a comment. */
const COMMENT_MARK = /^(?:批注|comment)?\s*(?=\D)[\p{Script=Han}A-Za-z]{1,8}\d{1,3}$/iu
const PERSON = new RegExp(`^[${SURNAMES}](?:${TITLES})(?=$|[：:，,。\\s\\d]|说|改|批|要|看|问)`)
const SPEAKER = new RegExp(`^[${SURNAMES}]\\p{Script=Han}{1,2}[：:]`, 'u')
const REVIEWING =
  /待(?:定|补|核|确认|审|查|改|领导)|[请需][^，。]{0,6}(?:核[实对]|确认|补充|修改|删[除掉]?|审[核定阅])|[应要可建议](?:删|改)|(?:此处|这句|这段|这里).{0,12}(?:删|改|核|补|说|不要|去掉)|存疑|修改意见|领导[说要]|内部|保密|TODO|×{2,}|[xX]{3,}/
/** Tells a name of a person from 编辑 or 秘书处. */
export const isPersonName = (name: string): boolean => SURNAMES.includes(name[0] ?? '　') && name.length <= 3
/** A byline names people on purpose. */
const BYLINE = /^(?:责任?编|编辑|记者|通讯员|作者|撰稿|供稿|来源|摄影|图[／/]|文[／/]|图文|素材|校对|审核)/
/** Balloons and words that Word writes itself. */
const BALLOON = /批注\s*[[［](?:[^\]］]{1,12})[\]］]|(?:^|[\s。])(?:删除的内容|带格式的|设置格式|插入的内容)\s*[:：]/g

/** Finds leftovers of a review in a line of text. `names`: of colleagues. */
export function leftoversIn(text: string, names: readonly string[] = []): Leftover[] {
  const found: Leftover[] = []
  const add = (match: RegExpExecArray, why: string) => {
    const [start, end] = [match.index, match.index + match[0].length]
    if (!found.some(one => one.start < end && start < one.end)) found.push({ found: match[0].trim(), why, start, end })
  }
  for (const match of text.matchAll(MISSING_MEDIA)) add(match, '图片或视频没有带入')
  for (const match of text.matchAll(BALLOON)) add(match, '批注或修订的痕迹')
  for (const match of text.matchAll(BRACKETS)) {
    const inner = (match[1] ?? match[2] ?? match[3]!).trim()
    if (BYLINE.test(inner)) continue
    if (COMMENT_MARK.test(inner)) add(match, '批注的标记')
    else if (PERSON.test(inner) || SPEAKER.test(inner) || names.some(name => inner.includes(name)))
      add(match, '括号中有人名')
    else if (REVIEWING.test(inner)) add(match, '括号中是审稿意见')
  }
  return found
}

/** Finds headings without words in HTML; `found` is what stands behind each. */
export function emptyHeadingsIn(html: string): { before: string }[] {
  return [...html.matchAll(/<h([1-6])\b[^>]*>((?:(?!<\/?h[1-6]\b|<img\b|<video\b).)*)<\/h\1>/gs)].flatMap(match => {
    const isEmpty = match[2]!.replace(/<[^>]*>|&nbsp;|[\s\p{Cf}]/gu, '') === ''
    const after = html.slice(match.index + match[0].length).replace(/<[^>]*>/g, ' ')
    return isEmpty ? [{ before: after.replace(/\s+/g, ' ').trim().slice(0, 20) }] : []
  })
}

/** Hosts that only machines of an office reach (RFC 1918, RFC 6761, RFC 4193), and files of somebody's disk. */
const INNER_HOST =
  /^(localhost|127\.[\d.]+|0\.0\.0\.0|10\.[\d.]+|192\.168\.[\d.]+|172\.(1[6-9]|2\d|3[01])\.[\d.]+|169\.254\.[\d.]+|\[(::1|f[cd][\da-f]{2}:.*|fe80:.*)\]|.*\.(local|localhost|test|internal|lan|invalid|example))$/i

const ADDRESS = /\b(?:https?:\/\/|file:\/\/)[^\s<>"'，。；、）】]+/gi
/** Addresses that this program gives its own pages. */
const OWN_PAGE = /^\/(?:admin|staff|api|app)\//

/** Says why an address leads readers nowhere, if it does. `publicUrl`: address of this site. */
export function unreachableFor(address: string, publicUrl: string): string | undefined {
  if (/^file:/i.test(address)) return '指向某台电脑上的文件'
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol)) return
  if (INNER_HOST.test(url.hostname)) return '指向内部或测试地址，读者打不开'
  const own = new URL(publicUrl)
  if (url.host === own.host) return
  if (siteOf(url.hostname) === siteOf(own.hostname) || OWN_PAGE.test(url.pathname))
    return `指向本站的另一个地址（本站为 ${own.host}）`
  return
}

/** The last two labels, or three below a second level such as com.cn. */
function siteOf(host: string): string {
  if (/^[\d.]+$|^\[/.test(host)) return host
  const labels = host.toLowerCase().split('.')
  const isSecondLevel = /^(com|org|net|gov|edu|ac)$/.test(labels.at(-2) ?? '') && labels.length > 2
  return labels.slice(isSecondLevel ? -3 : -2).join('.')
}

/** Links and written addresses that lead readers nowhere, each with the words that it stands under. */
export function unreachableLinksIn(html: string, publicUrl: string): { found: string; address: string; why: string }[] {
  const links = [...html.matchAll(/<a\b[^>]* href="([^"]*)"[^>]*>(.*?)<\/a>/gs)].map(([, href, inner]) => ({
    address: href!.replaceAll('&amp;', '&'),
    found: inner!.replace(/<[^>]*>/g, '').trim(),
  }))
  const written = html
    .replace(/<a\b.*?<\/a>/gs, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&amp;', '&')
    .matchAll(ADDRESS)
  const all = [...links, ...[...written].map(([address]) => ({ address, found: address }))]
  return all.flatMap(one => {
    const why = unreachableFor(one.address, publicUrl)
    return why ? [{ ...one, found: one.found || one.address, why }] : []
  })
}
