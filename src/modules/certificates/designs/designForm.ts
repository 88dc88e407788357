import { defineForm, fieldsIn, type Option, optionsOf } from '#lib/form/form.ts'
import { papers } from '../designSchema.ts'

const sheet = fieldsIn('版式')
const words = fieldsIn('文字')
const places = fieldsIn('印章与二维码')
const own = fieldsIn('自己的模板')

const mm = { kind: 'number', required: true, unit: '毫米', min: 0, max: 297 } as const

export const MAX_FACTS = 12
export const MAX_TEMPLATE_CHARS = 20_000

/** `sayable`: what a certificate can say. */
export const factColumns = (sayable: readonly Option[]) =>
  defineForm([
    words('field', '栏目', { kind: 'choice', required: true, options: sayable }),
    words('label', '印作', { max: 16, hint: '不填则印栏目的名称。' }),
  ])

/** A design as staff edit it, for some of these kinds. */
export const designFields = (kinds: readonly Option[], sayable: readonly Option[]) =>
  defineForm([
    sheet('name', '名称', { required: true, max: 30 }),
    sheet('kinds', '用于', {
      kind: 'choices',
      options: kinds,
      hint: '一个种类只能用一种版式；没有版式的种类用程序自带的样式。',
    }),
    sheet('paper', '纸张', {
      kind: 'choice',
      required: true,
      options: optionsOf({ landscape: papers.landscape.name, portrait: papers.portrait.name }),
    }),
    sheet('background', '背景图', {
      kind: 'picture',
      use: 'certificate',
      hint: '铺满整张纸，如 3508 × 2480 像素。不填则为白底。',
    }),
    sheet('frame', '边框', {
      kind: 'choice',
      required: true,
      options: optionsOf({ double: '双线', single: '单线', none: '没有，或在背景图里' }),
    }),
    sheet('marginX', '左右留白', { ...mm, min: 15, max: 80 }),
    sheet('marginTop', '上方留白', { ...mm, min: 12, max: 120 }),
    sheet('colours', '颜色', {
      kind: 'choice',
      required: true,
      options: optionsOf({ association: '协会的主色与辅色', own: '另选' }),
    }),
    sheet('main', '主色', { max: 7, hint: '标题与边框，如 #0b4a7f。选“另选”时填写。' }),
    sheet('accent', '辅色', { max: 7, hint: '标题下的短线，如 #d0430c。选“另选”时填写。' }),
    words('title', '标题', { required: true, max: 24 }),
    words('titleSecond', '第二种文字的标题', { max: 80, hint: '如 Certificate of Competence。' }),
    words('holder', '持证者', {
      kind: 'choice',
      required: true,
      options: optionsOf({ large: '在正文上方大字印出', inText: '只在正文里' }),
    }),
    words('body', '正文', {
      kind: 'paragraph',
      max: 600,
      hint: '可用占位符，如 {{持证者}} {{种类}} {{级别}} {{有效期至}}；换行即另起一段。',
    }),
    words('align', '正文排列', {
      kind: 'choice',
      required: true,
      options: optionsOf({ centre: '居中', indent: '首行缩进' }),
    }),
    words('bodySecond', '第二种文字的正文', {
      kind: 'paragraph',
      max: 600,
      hint: '同样可用占位符，日期印成 2026-01-31。',
    }),
    words('facts', '列出的栏目', {
      kind: 'rows',
      max: MAX_FACTS,
      hint: '按先后印出；证书上没有内容的栏目不印。',
      columns: factColumns(sayable),
    }),
    words('note', '说明', { kind: 'paragraph', max: 160, hint: '小字，印在最下方。' }),
    places('seal', '印章', {
      kind: 'choice',
      required: true,
      options: optionsOf({ printed: '印出印章图片', byHand: '留出位置，盖实物章' }),
      hint: '单位名称和日期印在印章中间。印章图片在站点设置里。',
    }),
    places('sealX', '印章距左边', mm),
    places('sealY', '印章距上边', mm),
    places('sealSize', '印章的直径', { ...mm, min: 20, max: 60 }),
    places('qrX', '二维码距左边', mm),
    places('qrY', '二维码距上边', mm),
    places('qrSize', '二维码的边长', { ...mm, min: 22, max: 60 }),
    own('template', 'Typst 模板', {
      kind: 'paragraph',
      max: MAX_TEMPLATE_CHARS,
      hint: '懂 Typst 的可以自己写整张证书，填写后上面的“文字”只作为数据；不会的留空。',
    }),
  ])
