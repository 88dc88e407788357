import { defineForm, type FormField, fieldsIn, optionsOf } from '#lib/form/form.ts'
import { updateTermNames } from './updateTerms.ts'

const field = fieldsIn('')
const shown = defineForm([
  field('startsAt', '开始显示', { kind: 'moment', hint: '北京时间。不填即刻开始。' }),
  field('endsAt', '结束显示', { kind: 'moment', hint: '不填则一直显示。' }),
])

type Shape = { from: number; to: number; width: number; ideal: string }

/** Accepted aspect ratios (width by height, `from`–`to`), minimum width in pixels, and recommended size. */
export const bannerShapes: Record<'home' | 'party' | 'narrow', Shape> = {
  home: { from: 2.7, to: 3.3, width: 1600, ideal: '1920 × 640' },
  party: { from: 5, to: 7, width: 1600, ideal: '1920 × 320' },
  narrow: { from: 1.1, to: 1.4, width: 640, ideal: '750 × 600' },
}
const { home, party, narrow } = bannerShapes

export const bannerFields = defineForm([
  field('place', '显示在', {
    kind: 'choice',
    required: true,
    options: optionsOf({ home: '首页轮播', party: '党建横幅' }),
  }),
  field('title', '标题', { required: true, max: 24, hint: '叠在图片上的文字。' }),
  field('alt', '图片说明', { required: true, max: 80, hint: '图片上有什么，读给看不见图片的人听。' }),
  field('file', '宽屏图片', {
    kind: 'picture',
    required: true,
    hint: `首页 ${home.ideal} 像素，党建 ${party.ideal} 像素；宽至少 ${home.width} 像素，系统自动生成小图。`,
  }),
  field('mobileFile', '手机图片', {
    kind: 'picture',
    required: true,
    hint: `${narrow.ideal} 像素，宽至少 ${narrow.width} 像素。`,
  }),
  field('linkUrl', '点击后打开', {
    kind: 'link',
    hint: '本站地址（如 /admin/verify）或 https:// 开头的网址，可不填。',
  }),
  ...shown,
])

export const linkFields = defineForm([
  field('name', '名称', { required: true, max: 30 }),
  field('url', '网址', { required: true, kind: 'url' }),
  field('group', '分组', { required: true, max: 12, hint: '同组的链接排在一起，如 政府部门。' }),
  field('kind', '显示为', {
    kind: 'choice',
    required: true,
    options: optionsOf({ text: '文字', picture: '图片' }),
  }),
  field('logo', '图片', { kind: 'picture', hint: '显示为图片时必填，高 60 像素以上。' }),
])

export const announcementFields = defineForm([
  field('text', '文字', { required: true, max: 60, hint: '一句话，显示在每个公开页面的页眉下方。' }),
  field('level', '程度', {
    kind: 'choice',
    required: true,
    options: optionsOf({ info: '一般', urgent: '紧急' }),
  }),
  field('linkUrl', '点击后打开', {
    kind: 'link',
    hint: '本站地址（如 /admin/verify）或 https:// 开头的网址，可不填。',
  }),
  field('startsAt', '开始显示', { required: true, kind: 'moment', hint: '北京时间。' }),
  field('endsAt', '结束显示', { kind: 'moment', hint: '不填则一直显示，直到删除。' }),
])

export const TOP = 'top'

/** `parents`: the columns that may stand above others. */
export const catalogueFields = (parents: readonly { id: number; name: string }[]) =>
  defineForm([
    field('name', '名称', { required: true, max: 12 }),
    field('parentId', '上级栏目', {
      kind: 'choice',
      required: true,
      options: [
        { code: TOP, name: '无，作为一级栏目' },
        ...parents.map(({ id, name }) => ({ code: String(id), name })),
      ],
    }),
    field('type', '类型', {
      kind: 'choice',
      required: true,
      hint: '列表：许多文章。内容：一个页面。跳转：打开别处。',
      options: optionsOf({ 列表: '列表', 内容: '内容', 跳转: '跳转' }),
    }),
    field('path', '跳转地址', { kind: 'link', hint: '类型为跳转时必填，如 /admin/verify 或 https:// 开头的网址。' }),
    field('flags', '选项', {
      kind: 'choices',
      options: optionsOf({
        needLogin: '登录后访问',
        hidden: '隐藏',
        isDetached: '不进菜单',
        isParty: '党建样式',
        showsFiles: '列表中直接列出附件',
      }),
    }),
    field('articleType', '搜索归类', {
      kind: 'choice',
      required: true,
      hint: '搜索结果里这些文章归在哪一类；二级栏目随上级。',
      options: optionsOf({ news: '新闻', notice: '通知', policy: '政策', standard: '标准', download: '下载' }),
    }),
    field('updateWithin', '更新期限', {
      kind: 'choice',
      hint: '超过期限没有新内容，站点健康会提醒；不选则按搜索归类。',
      options: optionsOf(updateTermNames),
    }),
    field('description', '简介', { kind: 'paragraph', max: 200 }),
    field('keywords', '关键词', { max: 100, hint: '用顿号或空格分开，供搜索引擎使用。' }),
  ])

const emblem = fieldsIn('徽标')

/** The pictures by which the association is known. */
export const pictureFields: readonly FormField[] = [
  emblem('logo', '徽标', {
    kind: 'picture',
    hint: '显示在页眉、浏览器标签和手机桌面。正方形，边长 180 像素以上，PNG 可以透明；也可以是宽不超过高的 4 倍的横图，高 90 像素以上，只显示在页眉。',
  }),
  emblem('share', '分享图片', {
    kind: 'picture',
    hint: '没有配图的页面分享到微信等处时显示。1200 × 630 像素。',
  }),
  ...[1, 2].flatMap(i => {
    const code = fieldsIn(`二维码 ${i}`)
    return [
      code(`name${i}`, `名称${i}`, { max: 12 }),
      code(`picture${i}`, `图片${i}`, { kind: 'picture', hint: '正方形，边长 240 像素以上。' }),
    ]
  }),
]
