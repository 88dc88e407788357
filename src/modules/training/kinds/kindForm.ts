import {
  choicesIn,
  defineForm,
  type FieldErrors,
  type FormField,
  type FormValues,
  fieldsIn,
  optionsOf,
} from '#lib/form/form.ts'
import { extraColumns } from '#modules/review/extraFields.ts'
import { refundFields, refundStepsIn } from '../refundForm.ts'
import { faultOfSteps } from '../refundRule.ts'
import { courseWords } from './eventWords.ts'

const NAME = '名称'
const basic = fieldsIn(NAME)
const words = fieldsIn('称呼', { max: 10 })
const has = fieldsIn('考核、学时与证书')
const asked = fieldsIn('参加的人填写什么')

/** What a kind may ask of a participant besides the name; levels, photo and rooms are the event's own. */
const askNames = {
  sex: '性别',
  idNumber: '证件类型和号码',
  mobile: '手机',
  education: '学历',
  jobTitle: '职称',
  position: '职务',
  workYears: '从事年限',
  consent: '同意公示',
} as const
export const isAskable = (name: string): boolean => name in askNames
// Consent that is required is none (PIPL, art. 14).
const { consent: _, ...requirable } = askNames

/** What the form of an event asks of each participant, as its kind has it. */
export type ParticipantDemand = {
  people: string
  asks: readonly string[]
  requires: readonly string[]
  isRenewal: boolean
  questions: readonly FormField[]
}

const YES_NO = optionsOf({ yes: '是', no: '否' })

/** 活动种类, as staff edit it. */
export const eventKindFields = defineForm([
  basic('name', '名称', { required: true, max: 20, hint: '如 取证班、年会、展览会' }),
  basic('code', '代码', { max: 20, hint: '字母和数字，以字母开头；不填则取名称的拼音。有活动使用后不能再改。' }),
  basic('isOpen', '可以新建', { kind: 'choice', required: true, options: YES_NO, hint: '否：已有的照常办理' }),
  words('noun', '一场活动', { required: true, hint: '公开页和通知里怎样称呼它，如 培训班、年会' }),
  words('people', '参加的人', { required: true, hint: '如 参训人员、参会人员' }),
  words('fee', '费用', { required: true, hint: '如 培训费、会务费' }),
  words('pass', '入场凭证', { required: true, hint: '如 听课证、参会证；有考核的总是准考证' }),
  words('speakers', '主讲的人', { required: true, hint: '如 授课教师、嘉宾' }),
  words('agenda', '安排', { required: true, hint: '如 课程安排、议程' }),
  has('hasExam', '可以有考核', { kind: 'choice', required: true, options: YES_NO }),
  has('hasHours', '可以记学时', { kind: 'choice', required: true, options: YES_NO }),
  has('hasCertificates', '可以对应人员证书', { kind: 'choice', required: true, options: YES_NO }),
  asked('asks', '询问的栏目', { kind: 'choices', options: optionsOf(askNames), hint: '姓名总是要填' }),
  asked('requires', '其中必填的', { kind: 'choices', options: optionsOf(requirable) }),
  asked('isAdultsOnly', '须年满 18 周岁', {
    kind: 'choice',
    required: true,
    options: YES_NO,
    hint: '按证件号码判断，在开始的那一天',
  }),
  asked('isRenewal', '用于换证', {
    kind: 'choice',
    required: true,
    options: YES_NO,
    hint: '是：另外填写报考类别和原证书编号',
  }),
  asked('fields', '附加栏目', {
    kind: 'rows',
    max: 20,
    hint: '另外要每个人填写的，如餐食、服装尺码。证件号码、电话不要放在这里：附加栏目不加密。',
    columns: extraColumns,
  }),
  ...refundFields('退费'),
])

/** Values with which a new kind begins: a gathering that asks for as little as possible. */
export const newKind: FormValues = {
  ...courseWords,
  noun: '活动',
  people: '参会人员',
  fee: '会务费',
  pass: '参会证',
  speakers: '嘉宾',
  agenda: '议程',
  isOpen: 'yes',
  hasExam: 'no',
  hasHours: 'no',
  hasCertificates: 'no',
  asks: ['mobile', 'position'],
  requires: ['mobile'],
  isAdultsOnly: 'no',
  isRenewal: 'no',
}

const needsNumber: Record<string, string> = {
  hasHours: '记学时',
  hasCertificates: '发证书',
  isAdultsOnly: '核对年龄',
}

/** Checks across fields. */
export function kindFaults(values: FormValues): FieldErrors {
  const [asks, requires] = [choicesIn(values, 'asks'), choicesIn(values, 'requires')]
  const unasked = optionsOf(askNames).filter(({ code }) => requires.includes(code) && !asks.includes(code))
  const reasons = Object.keys(needsNumber).filter(name => values[name] === 'yes')
  const wrong: FieldErrors = {}
  if (unasked.length > 0) wrong.requires = `${unasked.map(({ name }) => name).join('、')}没有询问，不能必填`
  else if (reasons.length > 0 && !requires.includes('idNumber'))
    wrong.requires = `${reasons.map(name => needsNumber[name]).join('、')}要凭证件号码，须询问并必填`
  if (values.isRenewal === 'yes' && values.hasCertificates !== 'yes') wrong.isRenewal = '不对应人员证书的，不能用于换证'
  const fault = faultOfSteps(refundStepsIn(values))
  if (fault) wrong.refundSteps = fault
  return wrong
}
