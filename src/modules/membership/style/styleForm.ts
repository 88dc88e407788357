import { defineForm, fieldsIn } from '#lib/form/form.ts'

/** Maximum length of the HTML, in characters. */
export const CONTENT_LIMIT = 200_000

const field = fieldsIn('会员风采')
/** 会员风采: what is written in it. Its pictures and films are in slots. */
export const styleFields = defineForm([
  field('title', '标题', { max: 60, required: true }),
  field('content', '正文', { kind: 'richText', max: CONTENT_LIMIT, required: true }),
  field('honors', '获奖与荣誉', { kind: 'paragraph', max: 500, hint: '每行一项' }),
])

export const styleSlots = [
  { code: 'cover', name: '封面图片', max: 1 },
  { code: 'images', name: '图片', max: 9 },
  { code: 'video', name: '视频', max: 1 },
] as const
