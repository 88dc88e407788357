import { defineForm, fieldsIn, optionsOf } from '#lib/form/form.ts'

const field = fieldsIn('')

/** A version as it is written, until it is published. */
export const draftFields = defineForm([
  field('title', '标题', { required: true, max: 30 }),
  field('version', '版本号', {
    required: true,
    max: 20,
    hint: '字母、数字、点和连字符，如 2026-12；每个版本号只用一次。',
  }),
  field('effectiveOn', '施行日期', { kind: 'day', hint: '发布时必填，不早于发布当天；到这一天自动施行。' }),
  field('needsConsent', '重新征得同意', {
    kind: 'choice',
    required: true,
    options: optionsOf({ yes: '需要：会员施行后登录时须同意', no: '不需要：只公布，例如改正错字' }),
    hint: '处理个人信息的目的、方式、种类有变更，或会员的义务有变更的，应当重新征得同意。',
  }),
  field('summary', '变更说明', { kind: 'paragraph', max: 500, hint: '改了什么，一行一条；会员重新同意时最先看到。' }),
  field('text', '正文', {
    kind: 'paragraph',
    required: true,
    max: 30_000,
    hint: '一行一段，## 开头的行是标题。{{协会名称}} {{简称}} {{地址}} {{电话}} {{邮箱}} 显示站点设置中的内容；[[ ]] 中的文字在其中的占位符没有填写时不显示。',
  }),
])
