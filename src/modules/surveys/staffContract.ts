import { z } from 'zod'
import type { Contract, Section } from '#lib/contract.ts'
import { byId, code, day, fileOf, int, nothing, province, text } from '#lib/form/fields.ts'
import { formField, formInput, formValues } from '#lib/form/formContract.ts'
import { registerExport, registerList } from '#lib/register/registerContract.ts'
import { storedFile } from '#modules/files/contract.ts'
import { listing, type RecordType, siteRecord } from '#modules/settings/records.ts'
import { question } from './questionContract.ts'
import { answerFilters, respondentFilters, surveyFilters } from './surveyFilters.ts'
import { answerStates, audiences, identities, surveyStates } from './surveyWords.ts'

export const section: Section = { title: '问卷' }

const who = 'staff:surveys' as const
const seen = { id: int, version: int }
const moved = z.object({ id: z.int(), version: z.int() })
const questionCode = z.string().regex(/^q\d{1,4}$/, '没有这道题')
const ids = z.array(int).min(1, '请先选择').max(1000, '一次最多 1000 个')
const option = z.object({ code: z.string(), name: z.string() })

const row = z.object({
  id: z.int(),
  title: z.string(),
  state: z.enum(surveyStates),
  stateName: z.string(),
  audience: z.enum(audiences),
  identity: z.enum(identities),
  closesAt: z.string().nullable(),
  respondents: z.int(),
  answers: z.int(),
})
const respondentRow = z.object({
  id: z.int(),
  name: z.string(),
  state: z.enum(answerStates),
  stateName: z.string(),
  answeredOn: z.string().nullable(),
  lateUntil: z.string().nullable(),
})
const answerRow = z.object({ id: z.int(), name: z.string(), handedInOn: z.string(), versionNumber: z.int() })

const counted = z.object({
  /** Value as the filter `picked` of the answers names it; null: no list has exactly that. */
  picked: z.string().nullable(),
  name: z.string(),
  count: z.int(),
})
const questionResult = z.object({
  code: z.string(),
  kind: z.string(),
  label: z.string(),
  section: z.string(),
  asked: z.int(),
  answered: z.int(),
  /** Choices: how often each was made. */
  options: z.array(counted),
  /** Rankings: options with their mean place (from those who ranked them) and how often they came first. */
  ranks: z.array(z.object({ name: z.string(), mean: z.number().nullable(), first: z.int(), ranked: z.int() })),
  /** Matrices: a line each, with the count of each option. */
  lines: z.array(z.object({ name: z.string(), counts: z.array(counted) })),
  numbers: z
    .object({ count: z.int(), sum: z.number(), mean: z.number(), median: z.number(), min: z.number(), max: z.number() })
    .nullable(),
  /** Open answers that were given several times are one group. */
  texts: z.array(z.object({ text: z.string(), count: z.int() })),
  moreTexts: z.int(),
})
const cross = z.object({
  by: z.string(),
  columns: z.array(z.string()),
  rows: z.array(z.object({ name: z.string(), counts: z.array(z.int()) })),
})

const comment = z.object({
  answerId: z.int(),
  code: z.string(),
  place: z.int(),
  clause: z.string(),
  comment: z.string(),
  reason: z.string(),
  from: z.string(),
  outcome: z.enum(['adopted', 'partly', 'declined']).nullable(),
  reply: z.string(),
})

export const surveyRecords = {
  surveyTemplate: { who, called: '问卷模板', list: listing(siteRecord) },
} as const satisfies Record<string, RecordType>

export const staffSurveysContract = {
  'GET /staff/survey/list': {
    who,
    summary: '问卷，新的在前；按状态、对象、署名和截止日期筛选',
    ...registerList(surveyFilters, row),
    example: { state: 'open', pageNum: 1 },
  },
  'GET /staff/survey/export': {
    who,
    confirm: true,
    summary: '导出问卷的清单为 XLSX，条件和顺序与列表相同',
    ...registerExport(surveyFilters),
    example: { state: 'open' },
  },
  'GET /staff/survey/choices': {
    who,
    summary: '编名单时可选的会员级别、行业、标签和机构，新建时可用的模板',
    input: nothing,
    output: z.object({
      levels: z.array(option),
      trades: z.array(option),
      tags: z.array(option),
      bodies: z.array(option),
      templates: z.array(option),
    }),
  },
  'GET /staff/survey/detail': {
    who,
    summary: '一份问卷：设置、题目、名单和答卷的数目、链接与二维码',
    input: byId,
    output: row.extend({
      version: z.int(),
      intro: z.string(),
      thanks: z.string(),
      maxAnswers: z.int().nullable(),
      keptMonths: z.int(),
      erasedOn: z.string().nullable(),
      form: formValues,
      questions: z.array(question),
      /** Number of the version that is answered now; 0: none yet. */
      versionNumber: z.int(),
      /** Questions differ from that version. */
      isChanged: z.boolean(),
      silent: z.int(),
      unreachable: z.int(),
      url: z.string(),
      qr: z.string(),
      publishedCodes: z.array(z.string()),
    }),
    example: { id: 1 },
  },
  'POST /staff/survey/save': {
    who,
    summary: '新建问卷，可以照模板（templateId）带入题目，或修改其设置；对象和署名在发布以后不能再改',
    input: z.object({ id: int.optional(), version: int.optional(), templateId: int.optional(), form: formInput }),
    output: moved,
    example: { form: { title: '会员服务满意度', audience: 'roll', identity: 'named', keptMonths: 24 } },
  },
  'POST /staff/survey/copy': {
    who,
    summary: '照一份问卷另建一份草稿：设置和题目相同，没有名单和答卷',
    input: byId,
    output: moved,
    example: { id: 1 },
  },
  'POST /staff/survey/template': {
    who,
    summary: '把一份问卷的说明和题目另存为模板，供以后新建时带入',
    input: z.object({ id: int, name: text(60).min(1, '请填写名称') }),
    output: z.object({ id: z.int() }),
    example: { id: 1, name: '参会回执' },
  },
  'POST /staff/survey/question/save': {
    who,
    summary: '添加一道题，或修改一道；已发布的问卷须再发布，填写人才看到修改',
    input: z.object({ ...seen, code: questionCode.optional(), form: formInput }),
    output: moved,
    example: {
      id: 1,
      version: 1,
      form: {
        kind: 'choice',
        label: '您对协会的服务是否满意？',
        required: 'yes',
        options: [{ name: '满意' }, { name: '不满意' }],
      },
    },
  },
  'POST /staff/survey/question/move': {
    who,
    summary: '把一道题移到第几题',
    input: z.object({ ...seen, code: questionCode, position: int }),
    output: moved,
    example: { id: 1, version: 2, code: 'q1', position: 2 },
  },
  'POST /staff/survey/question/remove': {
    who,
    summary: '删去一道题；已有的答案仍在答卷里',
    input: z.object({ ...seen, code: questionCode }),
    output: moved,
    example: { id: 1, version: 2, code: 'q1' },
  },
  'POST /staff/survey/open': {
    who,
    confirm: true,
    sends: true,
    summary: '发布一份草稿，开始收答卷；名单上的单位和个人收到通知',
    input: z.object(seen),
    output: moved,
    example: { id: 1, version: 3 },
  },
  'POST /staff/survey/publish': {
    who,
    summary: '发布修改后的题目，成为新的一版；已交的答卷仍按原来的一版',
    input: z.object(seen),
    output: moved,
    example: { id: 1, version: 4 },
  },
  'POST /staff/survey/close': {
    who,
    summary: '截止：不再收答卷，准许迟交的除外；可以再开放',
    input: z.object(seen),
    output: moved,
    example: { id: 1, version: 4 },
  },
  'POST /staff/survey/reopen': {
    who,
    summary: '再开放一份已截止的问卷，另定截止时间',
    input: z.object({ ...seen, form: formInput }),
    output: moved,
    example: { id: 1, version: 5, form: { closesAt: '2026-12-31T17:00:00+08:00' } },
  },
  'POST /staff/survey/remove': {
    who,
    summary: '删除草稿，连同名单',
    input: z.object(seen),
    output: z.object({}),
    example: { id: 1, version: 1 },
  },
  'GET /staff/survey/roll': {
    who,
    summary: '一份问卷的名单：谁填了，谁没有填',
    ...registerList(respondentFilters, respondentRow),
    example: { surveyId: 1 },
  },
  'GET /staff/survey/rollExport': {
    who,
    confirm: true,
    summary: '导出名单和填写情况为 XLSX',
    ...registerExport(respondentFilters),
    example: { surveyId: 1 },
  },
  'POST /staff/survey/roll/add': {
    who,
    sends: true,
    summary:
      '加入名单：会员（按类别、级别、行业、地区、标签）、某个机构现任的人，或逐行写出的单位名称、统一社会信用代码；进行中的问卷，新加入的随即收到通知',
    input: z.object({
      id: int,
      from: z.enum(['members', 'body', 'names'], '请选择怎样加入'),
      kind: z.enum(['organisation', 'person'], '应为 organisation 或 person').optional(),
      levelCode: int.optional(),
      trade: code.optional(),
      provinceCode: province.optional(),
      tag: code.optional(),
      bodyId: int.optional(),
      names: text(20_000).default(''),
    }),
    output: z.object({ added: z.int(), already: z.int(), left: z.array(z.string()) }),
    example: { id: 1, from: 'members', kind: 'organisation' },
  },
  'POST /staff/survey/roll/remove': {
    who,
    summary: '从名单上去掉还没有填写的单位和个人',
    input: z.object({ id: int, respondentIds: ids }),
    output: z.object({ removed: z.int() }),
    example: { id: 1, respondentIds: [1] },
  },
  'POST /staff/survey/remind': {
    who,
    confirm: true,
    sends: true,
    summary: '催交：名单上没有交的收到提醒；可以只催所选的',
    input: z.object({ id: int, respondentIds: ids.optional() }),
    output: z.object({ reminded: z.int() }),
    example: { id: 1 },
  },
  'POST /staff/survey/late': {
    who,
    summary: '准许所选的在截止以后交到某一天，或取消准许（until 为空）',
    input: z.object({ id: int, respondentIds: ids, until: day.nullable() }),
    output: z.object({ changed: z.int() }),
    example: { id: 1, respondentIds: [1], until: '2026-12-31' },
  },
  'GET /staff/survey/entering': {
    who,
    summary: '代填一份答卷要用的题目和填写人；已经交了的不能代填',
    input: z.object({ id: int, respondentId: int }),
    output: z.object({
      id: z.int(),
      title: z.string(),
      name: z.string(),
      identity: z.enum(identities),
      questions: z.array(question),
    }),
    example: { id: 1, respondentId: 1 },
  },
  'POST /staff/survey/enter': {
    who,
    maxBodyKb: 512,
    summary: '代名单上没有交的填写一份收到的纸质或电话答卷；记名的注明由谁代填',
    input: z.object({ id: int, respondentId: int, form: formInput }),
    output: z.object({}),
    example: { id: 1, respondentId: 1, form: { q1: 'o1' } },
  },
  'GET /staff/survey/answers': {
    who,
    summary: '交来的答卷，新的在前；保密的和匿名的没有名字',
    ...registerList(answerFilters, answerRow),
    example: { surveyId: 1 },
  },
  'GET /staff/survey/answersExport': {
    who,
    confirm: true,
    summary: '导出答卷的清单为 XLSX',
    ...registerExport(answerFilters),
    example: { surveyId: 1 },
  },
  'GET /staff/survey/answer': {
    who,
    summary: '一份答卷，按它的那一版题目；手机和电话只有一部分',
    input: byId,
    output: z.object({
      id: z.int(),
      surveyId: z.int(),
      surveyTitle: z.string(),
      name: z.string(),
      handedInOn: z.string(),
      filledBy: z.array(z.string()),
      versionNumber: z.int(),
      organisationId: z.int().nullable(),
      personId: z.int().nullable(),
      fields: z.array(formField),
      form: formValues,
      files: z.array(storedFile),
    }),
    example: { id: 1 },
  },
  'GET /staff/survey/results': {
    who,
    summary: '结果：每题的份数、选项、平均、名次和文字；可以只算选了某一项的，或与另一题交叉',
    input: z.object({ id: int, picked: text(40).optional(), by: questionCode.optional() }),
    output: z.object({
      id: z.int(),
      title: z.string(),
      stateName: z.string(),
      identity: z.enum(identities),
      total: z.int(),
      counted: z.int(),
      respondents: z.int(),
      answeredRespondents: z.int(),
      pickedWords: z.string(),
      /** Choices by which the results can be narrowed and crossed. */
      choices: z.array(z.object({ code: z.string(), label: z.string(), options: z.array(counted) })),
      questions: z.array(questionResult),
      crosses: z.array(z.object({ code: z.string(), tables: z.array(cross) })),
      publishedCodes: z.array(z.string()),
      version: z.int(),
    }),
    example: { id: 1 },
  },
  'GET /staff/survey/data': {
    who,
    confirm: true,
    summary: '全部答卷为 XLSX：一张按名称，一张按代码（供统计软件），一张是代码本；手机和电话只有一部分',
    ...fileOf,
  },
  'GET /staff/survey/codes': {
    who,
    confirm: true,
    summary: '全部答卷为 ZIP：按代码的 CSV 和读它的 SPSS 语法（变量名称、取值的名称）',
    ...fileOf,
  },
  'GET /staff/survey/report': {
    who,
    summary: '结果报告：说明、回收情况和每题的结果；format 为 docx 或 pdf',
    input: byId.extend({ format: z.enum(['docx', 'pdf'], '应为 docx 或 pdf').default('docx') }),
    output: 'file',
    example: { id: 1, format: 'pdf' },
  },
  'POST /staff/survey/results/publish': {
    who,
    confirm: true,
    summary: '公开所选题目的结果，任何人凭链接可以看；一道都不选为不再公开',
    input: z.object({ ...seen, codes: z.array(questionCode).max(100) }),
    output: moved,
    example: { id: 1, version: 5, codes: ['q1'] },
  },
  'GET /staff/survey/comments': {
    who,
    summary: '征求意见：逐条的意见和协会的答复',
    input: byId,
    output: z.object({
      id: z.int(),
      title: z.string(),
      clauses: z.array(z.object({ code: z.string(), label: z.string(), name: z.string(), comments: z.array(comment) })),
    }),
    example: { id: 1 },
  },
  'POST /staff/survey/reply': {
    who,
    summary: '答复一条意见：采纳、部分采纳或不采纳，写明理由；可以再改',
    input: z.object({ answerId: int, code: questionCode, place: z.int().min(0).max(200), form: formInput }),
    output: z.object({}),
    example: { answerId: 1, code: 'q1', place: 0, form: { outcome: 'adopted', reply: '已修改第三条' } },
  },
  'GET /staff/survey/commentsFile': {
    who,
    summary: '征求意见汇总处理表（XLSX）：条款、意见、理由、提出者、处理和理由',
    ...fileOf,
  },
} as const satisfies Contract

export type SurveyRow = z.infer<typeof row>
export type QuestionResult = z.infer<typeof questionResult>
