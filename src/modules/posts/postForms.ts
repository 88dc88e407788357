import { defineForm, fieldsIn, type Option, optionsOf, pickFields } from '#lib/form/form.ts'
import { bodyKindNames, sexNames } from './bodyWords.ts'

const YES_NO = optionsOf({ yes: '是', no: '否' })
/** Choice of a body that stands below no other. */
export const NO_PARENT = 'none'

const of = fieldsIn('')
export const bodyFields = (bodies: readonly Option[]) =>
  defineForm([
    of('name', '名称', { required: true, max: 30 }),
    of('code', '代号', { required: true, max: 30, hint: '小写字母、数字和连字符；登记以后不再改' }),
    of('kind', '种类', { kind: 'choice', required: true, options: optionsOf(bodyKindNames) }),
    of('parentId', '上级机构', { kind: 'choice', options: [{ code: NO_PARENT, name: '没有' }, ...bodies] }),
    of('isPublic', '公开名单', {
      kind: 'choice',
      required: true,
      options: optionsOf({ yes: '公开：列出姓名、单位和职务', no: '不公开' }),
    }),
    of('maxChangePercent', '一届之内变动', {
      kind: 'number',
      min: 1,
      max: 100,
      unit: '%',
      hint: '届中新任的人数与届初人数之比，不超过多少；章程没有规定的留空',
    }),
    of('countsNewRepresentatives', '单位更换代表', {
      kind: 'choice',
      required: true,
      options: optionsOf({ no: '不计入变动', yes: '计入变动' }),
    }),
    of('allowsExceptions', '变动超出时', {
      kind: 'choice',
      required: true,
      options: optionsOf({ no: '不能任命', yes: '写明理由后可以任命' }),
    }),
    of('remindDays', '届满前提醒', {
      kind: 'number',
      min: 1,
      max: 730,
      unit: '天',
      hint: '任期届满前多少天提醒本人，并列入工作台；不提醒的留空',
    }),
    of('foundedOn', '设立日期', { kind: 'day' }),
    of('decision', '设立或终止的依据', { max: 100, hint: '例如“第六届理事会第二次会议”' }),
    of('isEnded', '状态', { kind: 'choice', required: true, options: optionsOf({ no: '存续', yes: '已终止' }) }),
  ])

export const postFields = (bodies: readonly Option[], levels: readonly Option[]) =>
  defineForm([
    of('bodyId', '机构', { kind: 'choice', required: true, options: bodies }),
    of('name', '职务', { required: true, max: 20 }),
    of('voteWeight', '表决权', { kind: 'number', required: true, min: 0, max: 100, unit: '票' }),
    of('seatBodyIds', '同时有席位的机构', {
      kind: 'choices',
      options: bodies,
      hint: '例如常务理事同时在理事会有席位；一人在一个机构只算一席',
    }),
    of('maxHolders', '名额', { kind: 'number', min: 1, max: 9999, unit: '人', hint: '不限的留空' }),
    of('ageLimit', '年龄', {
      kind: 'number',
      min: 18,
      max: 120,
      unit: '周岁',
      hint: '就任时已满的不得担任；不限的留空',
    }),
    of('maxTerms', '连任', { kind: 'number', min: 1, max: 20, unit: '届', hint: '连续任职最多几届；不限的留空' }),
    of('excludedBodyIds', '不得同时任职的机构', { kind: 'choices', options: bodies }),
    of('needsLegalPerson', '由单位法定代表人担任', { kind: 'choice', required: true, options: YES_NO }),
    of('isLegalRepresentative', '担任本会法定代表人', {
      kind: 'choice',
      required: true,
      options: YES_NO,
      hint: '几个职务都可选是，但同时只有一人',
    }),
    of('allowsExceptions', '不符合时', {
      kind: 'choice',
      required: true,
      options: optionsOf({ no: '不能任命', yes: '章程允许例外：写明理由后可以任命' }),
    }),
    of('levelCode', '对应的会员级别', {
      kind: 'choice',
      options: levels,
      hint: '任命时提示变更所在单位的会员级别，经确认才变更；不联动的留空',
    }),
    of('isPublic', '公开', { kind: 'choice', required: true, options: YES_NO }),
    of('hasLetter', '发聘书', {
      kind: 'choice',
      options: YES_NO,
      hint: '任职开始后列入工作台“待发的聘书”；版式在“证书版式”里按机构设。不选的不发',
    }),
    of('isRetired', '状态', { kind: 'choice', required: true, options: optionsOf({ no: '启用', yes: '停用' }) }),
  ])

export const termFields = (bodies: readonly Option[]) =>
  defineForm([
    of('bodyId', '机构', { kind: 'choice', required: true, options: bodies }),
    of('number', '届次', { required: true, max: 20, hint: '例如“第六届”' }),
    of('fromDay', '任期起', { kind: 'day', required: true }),
    of('toDay', '任期止', { kind: 'day', hint: '延期换届的，改这一天；没有另写任职止的，都到这一天为止' }),
    of('decision', '产生的依据', { max: 100, hint: '例如“第六届会员大会选举”' }),
  ])

const person = fieldsIn('任职人')
const during = fieldsIn('任期')
const personFields = defineForm([
  person('personName', '姓名', { kind: 'personName', required: true }),
  person('sex', '性别', { kind: 'choice', options: optionsOf(sexNames) }),
  person('bornMonth', '出生年月', { max: 12, hint: '例如 1968-05；职务有年龄规定的必填' }),
  person('mobile', '手机', { kind: 'mobile', personal: true, hint: '与账号的手机相同的，自动关联登录账号' }),
  person('position', '单位职务', { max: 40, hint: '例如“董事长”' }),
])
const decisionFields = defineForm([
  during('decision', '依据', { required: true, max: 100, hint: '哪次会议选举或哪份文件决定' }),
  during('decidedOn', '决定日期', { kind: 'day' }),
])
const exception = during('exceptionReason', '例外理由', {
  kind: 'paragraph',
  max: 300,
  hint: '不符合任职规则、而章程允许例外时填写，随任职记录保存',
})

/** An appointment as staff enter it; the organisation is chosen beside the form, or typed where it is not on record. */
export const appointmentFields = (posts: readonly Option[], terms: readonly Option[]) =>
  defineForm([
    during('postId', '职务', { kind: 'choice', required: true, options: posts }),
    during('termId', '届次', { kind: 'choice', options: terms, hint: '留空为任职起所在的一届' }),
    ...personFields,
    person('organisationName', '未登记的单位', { max: 100, hint: '单位没有登记的，在这里写名称' }),
    during('fromDay', '任职起', { kind: 'day', required: true }),
    during('toDay', '任职止', { kind: 'day', hint: '留空为至届满' }),
    ...decisionFields,
    exception,
  ])

/** What stays open to correction: the post and the term do not change. */
export const correctionFields = pickFields(
  appointmentFields([], []),
  'personName',
  'sex',
  'bornMonth',
  'mobile',
  'position',
  'organisationName',
  'fromDay',
  'toDay',
  'decision',
  'decidedOn',
  'exceptionReason',
)

/** Somebody in the place of another. */
export const replacementFields = defineForm([
  ...personFields,
  during('fromDay', '接任日期', { kind: 'day', required: true, hint: '前任到前一天为止' }),
  ...decisionFields,
  during('reason', '更换原因', { required: true, max: 200, hint: '记为前任的离任原因' }),
  exception,
])

/** 1968-05 from what offices write: 1968.5, 1968年5月, 196805, a whole day; undefined: it is no month. */
export function readMonth(typed: string): string | undefined {
  const found = /^((?:19|20)\d{2})(?:[-./年]\s*(\d{1,2})(?:[-./月]\s*\d{0,2}日?)?|(\d{2})(?:\d{2})?)$/.exec(
    typed.trim(),
  )
  const month = Number(found?.[2] ?? found?.[3])
  return found && month >= 1 && month <= 12 ? `${found[1]}-${String(month).padStart(2, '0')}` : undefined
}
