import { defineForm, fieldsIn, optionsOf } from '#lib/form/form.ts'
import { namedPlaces } from './namedPlaces.ts'

/** Icons that a quick link may show before its name. */
export const quickLinkIcons = {
  pen: '笔',
  phone: '电话',
  chat: '对话',
  download: '下载',
  shield: '盾牌',
  certificate: '证书',
  file: '文件',
  calendar: '日历',
  people: '人员',
  building: '单位',
  mail: '信封',
  search: '放大镜',
  pin: '地点',
  clock: '时钟',
  link: '链接',
} as const

export type QuickLinkIcon = keyof typeof quickLinkIcons

export const shownIn = { side: '每个页面的右侧', home: '首页' } as const

/** Link targets besides the named places: the WeChat QR codes and a free address. */
export const WECHAT = 'wechat'
export const ADDRESS = 'address'

const field = fieldsIn('')
export const quickLinkFields = defineForm([
  field('name', '名称', { required: true, max: 6 }),
  field('shownIn', '显示在', {
    kind: 'choice',
    required: true,
    hint: '右侧的快捷入口在 1600 像素以上的宽屏显示。',
    options: optionsOf(shownIn),
  }),
  field('icon', '图标', { kind: 'choice', required: true, options: optionsOf(quickLinkIcons) }),
  field('target', '点击后打开', {
    kind: 'choice',
    required: true,
    hint: '常用位置在“栏目”中指定；还没有指定的，这个入口不显示。',
    options: [
      ...namedPlaces.map(({ code, name }) => ({ code, name: `常用位置：${name}` })),
      { code: WECHAT, name: '二维码图片（仅右侧）' },
      { code: ADDRESS, name: '其他网址' },
    ],
  }),
  field('url', '网址', { kind: 'link', hint: '点击后打开其他网址时必填，如 /admin/verify 或 https:// 开头的网址。' }),
])
