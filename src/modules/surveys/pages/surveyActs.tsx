import { minute } from '#lib/dates.ts'
import { fieldsIn, pickFields } from '#lib/form/form.ts'
import { defineAct } from '#ui/act/Acts.tsx'
import { surveyFields } from '../surveyForm.ts'
import type { SurveyDetail } from './SurveyForm.tsx'

const act = defineAct<SurveyDetail>()
const seen = ({ id, version }: SurveyDetail) => ({ id, version })

/** Acts on a survey, each with what it brings about. */
export const surveyActs = {
  open: act({
    name: '发布',
    isMain: true,
    confirm: ({ audience, identity, respondents, questions, closesAt, unreachable }) =>
      `${questions.length} 道题从现在起可以填写${closesAt ? `，到 ${minute(closesAt)} 截止` : '，由工作人员截止'}。对象和署名（${identity === 'named' ? '记名' : identity === 'confidential' ? '保密' : '匿名'}）从此不能修改。` +
      (audience === 'roll'
        ? `名单上的 ${respondents} 个单位和个人收到通知${unreachable > 0 ? `，其中 ${unreachable} 个没有账号也没有联系方式，收不到` : ''}。`
        : '不发通知，请把链接或二维码给填写人。'),
    call: 'POST /staff/survey/open',
    sends: true,
    input: seen,
    done: '已发布',
  }),
  publish: act({
    name: '发布修改后的题目',
    isMain: true,
    confirm: ({ answers, versionNumber }) =>
      `以后的答卷按修改后的题目（第 ${versionNumber + 1} 版）填写；已交的 ${answers} 份仍按原来的题目。不另发通知。`,
    call: 'POST /staff/survey/publish',
    input: seen,
    done: '已发布修改后的题目',
  }),
  remind: act({
    name: '催交',
    confirm: ({ silent }) => `没有交的 ${silent} 个单位和个人各收到一次提醒和一个新口令，原来的口令失效。`,
    call: 'POST /staff/survey/remind',
    sends: true,
    input: ({ id }) => ({ id }),
    done: (_, { reminded }) => `已催 ${reminded} 个`,
  }),
  close: act({
    name: '截止',
    confirm: ({ answers, silent, audience }) =>
      `已收到 ${answers} 份${audience === 'roll' ? `，还有 ${silent} 个没有交` : ''}。截止以后不再收，可以再开放；不发通知。`,
    call: 'POST /staff/survey/close',
    input: seen,
    done: '已截止',
  }),
  reopen: act({
    name: '再开放',
    confirm: '重新开始收答卷；不发通知，需要时另行催交。',
    fields: pickFields(surveyFields, 'closesAt', 'maxAnswers'),
    call: 'POST /staff/survey/reopen',
    input: (of, form) => ({ ...seen(of), form }),
    done: '已再开放',
  }),
  copy: act({
    name: '照此另建一份',
    confirm: '新的草稿有同样的设置和题目，没有名单和答卷。',
    call: 'POST /staff/survey/copy',
    input: ({ id }) => ({ id }),
    done: '已另建一份草稿，在问卷列表的最前面',
  }),
  template: act({
    name: '另存为模板',
    confirm: '说明和题目存为模板，新建问卷时可以带入；这份问卷不变。',
    fields: [fieldsIn('')('name', '模板名称', { required: true, max: 60 })],
    initial: ({ title }) => ({ name: title.slice(0, 60) }),
    call: 'POST /staff/survey/template',
    input: ({ id }, { name }) => ({ id, name: String(name ?? '') }),
    done: '已存为模板',
  }),
  remove: act({
    name: '删除草稿',
    isDanger: true,
    confirm: '草稿连同题目和名单一并删除，不能恢复。',
    call: 'POST /staff/survey/remove',
    input: seen,
    done: '已删除',
  }),
}

export function possibleActs({ state, isChanged, audience, silent }: SurveyDetail): (keyof typeof surveyActs)[] {
  if (state === 'draft') return ['open', 'copy', 'template', 'remove']
  if (state === 'closed') return ['reopen', 'copy', 'template']
  return [
    ...(isChanged ? (['publish'] as const) : []),
    ...(audience === 'roll' && silent > 0 ? (['remind'] as const) : []),
    'close',
    'copy',
    'template',
  ]
}
