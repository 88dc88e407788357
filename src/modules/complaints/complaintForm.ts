import { defineForm, fieldsIn, type Option, optionsOf } from '#lib/form/form.ts'
import { channelNames } from './complaintWords.ts'

const kind = fieldsIn('')
export const complaintKindFields = defineForm([
  kind('name', '名称', { required: true, max: 20, hint: '例如“投诉举报”' }),
  kind('prefix', '编号前缀', { required: true, max: 6, hint: '大写字母；编号为前缀、年份和四位序号' }),
  kind('days', '办理期限', {
    kind: 'number',
    required: true,
    min: 1,
    max: 250,
    unit: '个工作日',
    hint: '从收到的次日算起',
  }),
  kind('topics', '事由', { kind: 'paragraph', max: 600, hint: '一行一个，登记时选择' }),
  kind('outcomes', '办理结果', { kind: 'paragraph', required: true, max: 600, hint: '一行一个，办结时选择' }),
  kind('isAboutData', '个人信息请求', {
    kind: 'choice',
    required: true,
    options: optionsOf({ yes: '是：须核实本人身份，可导出其信息，写明保留了什么', no: '否' }),
  }),
  kind('isOpen', '状态', { kind: 'choice', required: true, options: optionsOf({ yes: '启用', no: '停用' }) }),
])

const matter = fieldsIn('事项')
const complainant = fieldsIn('来人')
const subject = fieldsIn('涉及')

/** Fields of a complaint of a kind, whose topics are these. */
export const complaintFields = (topics: readonly string[], isAboutData: boolean) =>
  defineForm([
    matter('topic', '事由', {
      kind: 'choice',
      required: topics.length > 0,
      options: topics.map((name): Option => ({ code: name, name })),
    }),
    matter('channel', '来源', { kind: 'choice', required: true, options: optionsOf(channelNames) }),
    matter('receivedOn', '收到日期', { kind: 'day', required: true }),
    matter('content', '内容', { kind: 'paragraph', required: true, max: 2000 }),
    complainant('personName', '姓名', {
      kind: 'personName',
      required: isAboutData,
      hint: isAboutData ? '' : '匿名的留空',
    }),
    complainant('mobile', '手机', { kind: 'mobile', personal: true }),
    complainant('email', '邮箱', { kind: 'email' }),
    complainant('identity', '身份核实', {
      required: isAboutData,
      max: 200,
      hint: isAboutData ? '怎样确认是本人，例如核对证件、回拨登记的手机' : '需要时填写',
    }),
    subject('subject', '单位或人员', { max: 60, hint: '已登记的请在下面选择' }),
    subject('certificateNumber', '证书编号', { max: 40 }),
  ])
