import { defineForm, type FieldErrors, type FormValues, fieldsIn, optionsOf } from '#lib/form/form.ts'
import { fractionFault, readFraction, type Share } from '#lib/share.ts'
import { type ElectionRules, passBaseNames, tieNames } from './rules.ts'

const yesNo = { kind: 'choice', required: true, options: optionsOf({ yes: '是', no: '否' }) } as const
const how = { kind: 'choice', options: optionsOf({ atLeast: '以上（含本数）', moreThan: '超过' }) } as const
const days = { kind: 'number', required: true, min: 0, max: 400, unit: '天' } as const

const whole = fieldsIn('机构')
const roll = fieldsIn('选举人')
const candidates = fieldsIn('候选人')
const vote = fieldsIn('投票与当选')
const calendar = fieldsIn('日程')

/** Form of the rules of a body; its body is asked besides. */
export const ruleFields = defineForm([
  whole('body', '机构', { kind: 'choice', required: true, options: [] }),
  roll('needsDues', '会费缴清才有选举权', yesNo),
  candidates('nominationsPerVoter', '选举人各可提名', {
    kind: 'number',
    required: true,
    min: 0,
    max: 50,
    unit: '人',
    hint: '0 为只由有关机构提名',
  }),
  candidates('extraPercent', '候选人多于名额', {
    kind: 'number',
    required: true,
    min: 0,
    max: 200,
    unit: '%',
    hint: '0 为可以等额选举；25 个名额、20% 即至少 30 名',
  }),
  candidates('maxReelectedPercent', '连任的不超过当选人数的', {
    kind: 'number',
    required: true,
    min: 0,
    max: 100,
    unit: '%',
    hint: '100 为不限',
  }),
  vote('quorum', '参加投票的比例', { max: 7, hint: '例如 2/3；没有下限的留空' }),
  vote('quorumHow', '比例怎样算', how),
  vote('pass', '当选须得的票', { max: 7, hint: '例如 1/2；得票多就当选的留空' }),
  vote('passHow', '票数怎样算', how),
  vote('passOf', '以谁为基数', { kind: 'choice', required: true, options: optionsOf(passBaseNames) }),
  vote('writeIns', '选票上可以另写姓名', yesNo),
  vote('tie', '最后一个名额票数相同', { kind: 'choice', required: true, options: optionsOf(tieNames) }),
  vote('maxRounds', '最多投票', { kind: 'number', required: true, min: 1, max: 5, unit: '次', hint: '连同第一次' }),
  vote('laterRoundsByMost', '再次投票时得票多的就当选', yesNo),
  calendar('committeeDays', '成立工作机构在投票前', days),
  calendar('reportDays', '报告主管单位在投票前', days),
  calendar('rollDays', '名册公布', days),
  calendar('nominationDays', '提名', days),
  calendar('candidateDays', '候选人公布', days),
  calendar('resultDays', '结果公布', days),
  calendar('filingDays', '投票后多少天内备案', days),
  calendar('maxDelayDays', '届满后最多延期', { ...days, max: 730 }),
])

const shareValues = (name: 'quorum' | 'pass', share: Share | null): FormValues =>
  share
    ? { [name]: `${share.numerator}/${share.denominator}`, [`${name}How`]: share.isStrict ? 'moreThan' : 'atLeast' }
    : {}
const answer = (is: boolean) => (is ? 'yes' : 'no')

export const valuesOfRules = ({
  quorum,
  pass,
  needsDues,
  writeIns,
  laterRoundsByMost,
  ...rules
}: ElectionRules): FormValues => ({
  ...rules,
  ...shareValues('quorum', quorum),
  ...shareValues('pass', pass),
  needsDues: answer(needsDues),
  writeIns: answer(writeIns),
  laterRoundsByMost: answer(laterRoundsByMost),
})

/** Checks across fields what no single field can. */
export function ruleFaults(values: FormValues): FieldErrors {
  const wrong: FieldErrors = {}
  for (const name of ['quorum', 'pass']) {
    const typed = String(values[name] ?? '')
    if (typed === '') continue
    const fault = fractionFault(typed)
    if (fault) wrong[name] = fault
    else if (!values[`${name}How`]) wrong[`${name}How`] = '请选择'
    else if (values[`${name}How`] === 'moreThan' && readFraction(typed)!.numerator === readFraction(typed)!.denominator)
      wrong[`${name}How`] = '没有人数能超过全体，请选“以上”'
  }
  for (const { name, kind } of ruleFields)
    if (kind === 'number' && typeof values[name] === 'number' && !Number.isInteger(values[name]))
      wrong[name] = '应为整数'
  return wrong
}

function shareIn(values: FormValues, name: 'quorum' | 'pass'): Share | null {
  const read = readFraction(String(values[name] ?? ''))
  return read ? { ...read, isStrict: values[`${name}How`] === 'moreThan' } : null
}

/** Rules from values that have no faults. */
export function rulesOf(values: FormValues): ElectionRules {
  const n = (name: keyof ElectionRules) => Number(values[name])
  return {
    quorum: shareIn(values, 'quorum'),
    pass: shareIn(values, 'pass'),
    passOf: values.passOf === 'roll' ? 'roll' : 'received',
    extraPercent: n('extraPercent'),
    maxReelectedPercent: n('maxReelectedPercent'),
    needsDues: values.needsDues === 'yes',
    writeIns: values.writeIns === 'yes',
    nominationsPerVoter: n('nominationsPerVoter'),
    tie: values.tie as ElectionRules['tie'],
    maxRounds: n('maxRounds'),
    laterRoundsByMost: values.laterRoundsByMost === 'yes',
    committeeDays: n('committeeDays'),
    reportDays: n('reportDays'),
    rollDays: n('rollDays'),
    nominationDays: n('nominationDays'),
    candidateDays: n('candidateDays'),
    resultDays: n('resultDays'),
    filingDays: n('filingDays'),
    maxDelayDays: n('maxDelayDays'),
  }
}
