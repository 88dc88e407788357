import { defineForm, type FieldErrors, type FormValues, fieldsIn, optionsOf } from '#lib/form/form.ts'
import {
  type Audience,
  audienceNames,
  DEFAULT_KEPT_MONTHS,
  type Identity,
  identityNames,
  MAX_ANSWERS,
} from './surveyWords.ts'

const about = fieldsIn('问卷')
const who = fieldsIn('谁来填')
const until = fieldsIn('期限和保存')

/** Settings of a survey, besides its questions. */
export const surveyFields = defineForm([
  about('title', '名称', { required: true, max: 100 }),
  about('intro', '开头的话', { kind: 'paragraph', max: 4000, hint: '填写人最先读到：为什么问，结果怎样用' }),
  about('thanks', '交卷后的话', { kind: 'paragraph', max: 1000, hint: '不填则只说已收到' }),
  who('audience', '对象', {
    kind: 'choice',
    required: true,
    options: optionsOf(audienceNames),
    hint: '名单上的每个单位或个人交一份，可以催交；凭链接的不限份数，除非须登录',
  }),
  who('identity', '署名', {
    kind: 'choice',
    required: true,
    options: optionsOf(identityNames),
    hint: '匿名只能用于凭链接的问卷：有名单就分得出谁交了。保密的在交卷时去掉姓名',
  }),
  until('closesAt', '截止时间', { kind: 'moment', hint: '不填则由工作人员截止' }),
  until('maxAnswers', '收满几份截止', { kind: 'number', min: 1, max: MAX_ANSWERS, unit: '份' }),
  until('remindDays', '自动催交', {
    kind: 'number',
    min: 1,
    max: 30,
    unit: '天前',
    hint: '截止前几天自动催一次名单上没有交的；不填则由工作人员催',
  }),
  until('keptMonths', '保存期限', {
    kind: 'number',
    required: true,
    min: 1,
    max: 120,
    unit: '个月',
    hint: '截止以后过了这些月，自动删去答卷上的单位、姓名、电话和上传的文件；统计和其他答案保留',
  }),
])

export const blankSurvey: FormValues = { audience: 'roll', identity: 'named', keptMonths: DEFAULT_KEPT_MONTHS }

/** What the settings of a survey cannot promise together. */
export const surveyFaults = ({ audience, identity }: { audience: Audience; identity: Identity }): FieldErrors =>
  identity === 'anonymous' && audience === 'roll'
    ? { identity: '名单上的人须登录或用口令才能填写，不能保证匿名：请选“保密”，或改为任何人凭链接填写' }
    : {}
