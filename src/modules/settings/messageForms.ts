import { fieldsIn, optionsOf } from '#lib/form/form.ts'
import type { SettingForm } from './settingForm.ts'

const text = fieldsIn('', { max: 60 })

export const messageForms: readonly SettingForm[] = [
  {
    code: 'sms',
    name: '短信费用',
    group: 'sms',
    hint: '群发、催缴、发准考证之前，按这个价格告诉经办人大约要花多少钱。',
    fields: [
      text('price', '每条短信的价格', { max: 8, hint: '单位为元，如 0.045，见与短信服务商的合同；不填则不估算。' }),
    ],
  },
  {
    code: 'caseLinks',
    name: '用手机办理',
    group: 'caseLinks',
    hint: '发给工作人员的待办消息（申请到岗或交办、等待复核、退款待受理）带一个链接，凭本人的动态验证码在手机上办理这一项。没有启用两步验证的同事收不到链接。',
    fields: [
      text('use', '消息中的办理链接', {
        kind: 'choice',
        required: true,
        hint: '停用后，已经发出的链接也随即失效。',
        options: optionsOf({ on: '使用', off: '停用' }),
      }),
      text('hours', '链接的有效期', { kind: 'number', required: true, min: 1, max: 168, unit: '小时' }),
      text('group', '同时发到企业微信群', {
        kind: 'choice',
        required: true,
        hint: '由服务器上配置的群机器人发送，只写明轮到谁，不写是什么工作；链接仍须本人的动态验证码。',
        options: optionsOf({ off: '不发', on: '发' }),
      }),
    ],
  },
  {
    code: 'wechat',
    name: '微信消息模板',
    group: 'wechat',
    hint: '接入微信服务号后，哪一类消息用服务号后台的哪个模板。没有写的类别不发微信，照旧发短信。',
    fields: [
      text('templates', '模板', {
        kind: 'paragraph',
        max: 4000,
        hint: '每行一类：消息类别 模板编号 字段=内容…，如 缴费 模板编号 thing1=标题 time2=时间 thing3=内容。内容可以是标题、内容、时间、类别；超过微信限制的字数会截短。',
      }),
    ],
  },
]
