import { z } from 'zod'
import type { Contract, Section } from '#lib/contract.ts'
import { nothing, text } from '#lib/form/fields.ts'
import { formInput, formValues } from '#lib/form/formContract.ts'
import { question } from './questionContract.ts'
import { answerStates, identities, surveyStates } from './surveyWords.ts'

export const section: Section = { title: '问卷' }

/** A hall full of phones shares one address. */
const hall = (name: string) => ({ name: `survey/${name}`, max: 600, per: 60_000 })

const key = z.uuid('没有这份问卷')
/** Code from a text message or mail, for whoever has no account. */
const token = text(60).optional()
const form = formInput

const counted = z.object({ name: z.string(), count: z.int() })
/** Results as they stood when they were published. */
const publishedResults = z.object({
  publishedOn: z.string(),
  total: z.int(),
  questions: z.array(
    z.object({
      code: z.string(),
      kind: z.string(),
      label: z.string(),
      answered: z.int(),
      options: z.array(counted),
      ranks: z.array(z.object({ name: z.string(), mean: z.number().nullable(), first: z.int() })),
      lines: z.array(z.object({ name: z.string(), counts: z.array(counted) })),
      mean: z.number().nullable(),
      comments: z.array(
        z.object({ clause: z.string(), comment: z.string(), outcomeName: z.string(), reply: z.string() }),
      ),
    }),
  ),
})
export type PublishedResults = z.infer<typeof publishedResults>

export const surveyContract = {
  'POST /survey/enter': {
    who: 'anyone',
    isQuestion: true,
    limit: hall('enter'),
    summary: '凭短信或邮件中的口令（token）找到要填的问卷',
    input: z.object({ token: text(60).min(1, '请填写口令') }),
    output: z.object({ key: z.string() }),
    example: { token: '7K3M-9QXR-2HVD-PW4T' },
  },
  'POST /survey/open': {
    who: 'anyone',
    knowsMembers: true,
    isQuestion: true,
    duties: ['reading'],
    limit: hall('open'),
    summary: '打开一份问卷：说明、题目和已填的内容；名单上的凭登录或口令（token）',
    input: z.object({ key, token }),
    output: z.object({
      title: z.string(),
      intro: z.string(),
      thanks: z.string(),
      state: z.enum(surveyStates),
      stateName: z.string(),
      identity: z.enum(identities),
      closesAt: z.string().nullable(),
      /** `signIn`: sign in or type the code; `no`: with the reason in `obstacle`. */
      may: z.enum(['fill', 'signIn', 'no']),
      obstacle: z.string(),
      /** Company or person for whom it is filled in; empty for anonymous answers. */
      name: z.string(),
      /** Files can be uploaded by accounts only. */
      hasAccount: z.boolean(),
      questions: z.array(question),
      form: formValues,
      answerState: z.enum(answerStates),
      /** Version of the draft or answer; 0: none yet. */
      version: z.int(),
      filledBy: z.array(z.string()),
      hasResults: z.boolean(),
    }),
    example: { key: '0d9f2f0e-7b7a-4c62-9a55-0a4c4c9f3f10' },
  },
  'POST /survey/draft': {
    who: 'anyone',
    knowsMembers: true,
    duties: ['all', 'applications', 'people', 'finance'],
    limit: hall('draft'),
    maxBodyKb: 512,
    summary: '保存草稿：同一单位的几位经办人可以接着填；别人保存过更新的一稿时拒绝',
    input: z.object({ key, token, version: z.int().min(0).optional(), form }),
    output: z.object({ version: z.int(), savedAt: z.string() }),
    example: { key: '0d9f2f0e-7b7a-4c62-9a55-0a4c4c9f3f10', version: 0, form: { q1: 'o1' } },
  },
  'POST /survey/handIn': {
    who: 'anyone',
    knowsMembers: true,
    duties: ['all', 'applications', 'people', 'finance'],
    limit: hall('handIn'),
    maxBodyKb: 512,
    summary: '交卷；记名的在截止以前可以改后再交，保密的交了不能再改',
    input: z.object({ key, token, version: z.int().min(0), form }),
    output: z.object({ thanks: z.string() }),
    example: { key: '0d9f2f0e-7b7a-4c62-9a55-0a4c4c9f3f10', version: 1, form: { q1: 'o1' } },
  },
  'POST /survey/anonymous': {
    who: 'anyone',
    isAnonymous: true,
    limit: hall('anonymous'),
    maxBodyKb: 512,
    summary: '交一份匿名的答卷：不带登录和口令，日志里没有网络地址',
    input: z.object({ key, form }),
    output: z.object({ thanks: z.string() }),
    example: { key: '0d9f2f0e-7b7a-4c62-9a55-0a4c4c9f3f10', form: { q1: 'o1' } },
  },
  'GET /survey/results': {
    who: 'anyone',
    limit: hall('results'),
    summary:
      '一份问卷公开的结果，截至公开那一天：所选题目的份数、选项、平均和名次，没有文字答案和名字；征求意见的有各条意见和答复',
    input: z.object({ key }),
    output: publishedResults.extend({ title: z.string(), intro: z.string(), stateName: z.string() }),
    example: { key: '0d9f2f0e-7b7a-4c62-9a55-0a4c4c9f3f10' },
  },
  'GET /member/survey/list': {
    who: 'signedIn',
    summary: '请本单位或本人填写的问卷，没有交的在前',
    input: nothing,
    output: z.object({
      list: z.array(
        z.object({
          key: z.string(),
          title: z.string(),
          state: z.enum(surveyStates),
          stateName: z.string(),
          closesAt: z.string().nullable(),
          lateUntil: z.string().nullable(),
          answerState: z.enum(answerStates),
          answerStateName: z.string(),
          answeredOn: z.string().nullable(),
        }),
      ),
    }),
  },
} as const satisfies Contract
