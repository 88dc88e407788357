import { addDays, daysBetween } from '#lib/dates.ts'
import { defineForm, type FormValues, fieldsIn, optionsOf } from '#lib/form/form.ts'
import { wordFaults } from './advertWords.ts'
import { linkFault, linkTypes } from './linkRule.ts'
import { isPosition, positionCodes, positions, sizeOf } from './positions.ts'

const place = fieldsIn('广告位与时间')
const placeFields = defineForm([
  place('position', '广告位', {
    kind: 'choice',
    required: true,
    options: positionCodes.map(code => ({ code, name: `${positions[code].name}（${sizeOf(positions[code])} 像素）` })),
  }),
  place('startsOn', '开始日期', { kind: 'day', required: true, hint: '最早从明天开始，当天 0 时自动上线' }),
  place('endsOn', '结束日期', {
    kind: 'day',
    required: true,
    hint: '含当天，次日 0 时自动下线；一次最多 365 天',
  }),
])

const content = fieldsIn('广告内容')
const contentFields = defineForm([
  content('title', '广告标题', { max: 30, required: true }),
  content('picture', '广告图片', {
    kind: 'picture',
    required: true,
    use: 'advert',
    hint: '尺寸与广告位一致；“广告”二字由网站加上',
  }),
  content('alt', '图片的文字说明', {
    max: 60,
    required: true,
    hint: '读给看不到图片的人听，请写出图片上的文字',
  }),
  content('linkType', '点击后打开', { kind: 'choice', required: true, options: optionsOf(linkTypes) }),
  content('linkUrl', '链接地址', { max: 200, hint: '外部网站以 https:// 开头；本站页面以 /admin/ 开头' }),
  content('description', '产品或服务说明', {
    kind: 'paragraph',
    max: 500,
    required: true,
    hint: '供协会审核，不对外显示',
  }),
])

const contact = fieldsIn('联系方式')
const contactFields = defineForm([
  contact('contactName', '联系人', { kind: 'personName', required: true, personal: true, autocomplete: 'name' }),
  contact('contactMobile', '联系手机', { kind: 'mobile', required: true, personal: true, autocomplete: 'tel' }),
  contact('contactEmail', '联系邮箱', { kind: 'email', personal: true, autocomplete: 'email' }),
])

export const advertFields = defineForm([...placeFields, ...contentFields, ...contactFields])
/** Fields of an approved advert that may change: its content, but not its position and days. */
export const changeFields = defineForm([...contentFields, ...contactFields])

export const advertSlots = [
  {
    code: 'licence',
    name: '营业执照',
    required: true,
    max: 2,
    hint: '加盖公章的复印件或照片；个人投放的，上传身份证明',
  },
  { code: 'trademark', name: '商标注册证', max: 5, hint: '广告中出现商标的' },
  { code: 'authorisation', name: '授权书', max: 5, hint: '为他人的产品或品牌做广告的' },
  { code: 'inspection', name: '检验报告', max: 5, hint: '广告中写有性能、效果或检测数据的' },
]

export const MAX_ADVERT_DAYS = 365
export const daysIn = (startsOn: string, endsOn: string) => daysBetween(startsOn, endsOn) + 1

const words = (value: FormValues[string] | undefined) => String(value ?? '')

/** Returns the errors that only adverts check, field by field; `forbidden`: the association's list of words. */
export function contentFaults(values: FormValues, forbidden: string): Record<string, string> {
  const errors = wordFaults(values, forbidden)
  const link = linkFault(values.linkType, words(values.linkUrl))
  if (link) errors.linkUrl = link
  return errors
}

export function periodFaults({ position, startsOn, endsOn }: FormValues, today: string): Record<string, string> {
  if (!isPosition(position)) return { position: '请选择广告位' }
  const [from, until] = [words(startsOn), words(endsOn)]
  if (from <= today) return { startsOn: `开始日期最早为 ${addDays(today, 1)}` }
  if (until < from) return { endsOn: '结束日期不能早于开始日期' }
  if (daysIn(from, until) > MAX_ADVERT_DAYS)
    return { endsOn: `一次最多投放 ${MAX_ADVERT_DAYS} 天，最晚到 ${addDays(from, MAX_ADVERT_DAYS - 1)}` }
  return {}
}
