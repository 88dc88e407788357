import { z } from 'zod'
import { code, text } from '#lib/form/fields.ts'
import { MAX_NAME, MAX_OPTIONS, MAX_QUESTIONS, questionKinds, shareBases } from './ballotWords.ts'

/** Questions, answers and counts as calls carry them. */
export const share = z
  .object({
    numerator: z.int().min(1).max(999),
    denominator: z.int().min(1).max(999),
    isStrict: z.boolean(),
  })
  .refine(({ numerator, denominator }) => numerator <= denominator, '不能超过 1，例如 2/3')

export const question = z
  .object({
    id: code,
    title: text(200).min(1, '请填写题目'),
    kind: z.enum(questionKinds),
    options: z
      .array(z.object({ id: code, name: text(MAX_NAME).min(1, '请填写选项') }))
      .max(MAX_OPTIONS, `最多 ${MAX_OPTIONS} 个选项`),
    min: z.int().min(0).max(MAX_OPTIONS),
    max: z.int().min(1).max(MAX_OPTIONS),
    writeIns: z.boolean(),
    seats: z.int().min(1).max(MAX_OPTIONS),
    share: share.nullable(),
    shareOf: z.enum(shareBases),
  })
  .superRefine((of, context) => {
    const fault = questionFault(of)
    if (fault) context.addIssue({ code: 'custom', message: fault })
  })

type Drafted = {
  kind: string
  options: { id: string; name: string }[]
  min: number
  max: number
  writeIns: boolean
  seats: number
}

function questionFault({ kind, options, min, max, writeIns, seats }: Drafted): string | undefined {
  const names = options.map(({ name }) => name)
  if (new Set(names).size < names.length) return '有两个选项同名'
  if (new Set(options.map(({ id }) => id)).size < options.length) return '有两个选项的代码相同'
  if (min > max) return '最少选的不能多于最多选的'
  if (kind === 'yesNo') {
    if (options.length > 0 || min !== 1 || max !== 1 || writeIns) return '同意、反对、弃权三选一，不另设选项'
    return undefined
  }
  if (options.length === 0 && !writeIns) return '请填写选项'
  if (!writeIns && max > options.length) return `只有 ${options.length} 个选项，不能选 ${max} 项`
  if (kind === 'ranked' && (writeIns || seats !== 1)) return '按次序排列的选出一人，不能另写姓名'
  return undefined
}

export const questions = z
  .array(question)
  .min(1, '请至少写一个问题')
  .max(MAX_QUESTIONS, `最多 ${MAX_QUESTIONS} 个问题`)
  .refine(all => new Set(all.map(({ id }) => id)).size === all.length, '有两个问题的代码相同')

export const answers = z
  .array(
    z.object({
      picks: z.array(code).max(MAX_OPTIONS),
      names: z.array(z.string().max(MAX_NAME, `不能超过 ${MAX_NAME} 个字`)).max(MAX_OPTIONS),
    }),
  )
  .max(MAX_QUESTIONS)

/** A later closing time that was announced. */
export const extension = z.object({ from: z.string(), to: z.string(), reason: z.string(), at: z.string() })

const units = z.record(z.string().max(MAX_NAME), z.int('应为整数').min(0, '不能小于 0').max(1_000_000_000))

export const paperCount = z.object({
  cast: z.int('应为整数').min(0, '不能小于 0'),
  rejected: z.int('应为整数').min(0, '不能小于 0'),
  questions: z.array(z.object({ id: code, answered: z.int().min(0), units, names: units })).max(MAX_QUESTIONS),
})

export const groups = z.record(z.string().max(40), z.record(z.string().max(MAX_NAME), text(MAX_NAME)))

export const questionResult = z.object({
  id: z.string(),
  answered: z.int(),
  cast: z.int(),
  base: z.int(),
  needed: z.int(),
  options: z.array(
    z.object({ id: z.string(), name: z.string(), units: z.int(), isElected: z.boolean(), isTied: z.boolean() }),
  ),
  passes: z.boolean().nullable(),
  seatsLeft: z.int(),
  rounds: z.array(z.object({ units: z.record(z.string(), z.int()), exhausted: z.int(), out: z.array(z.string()) })),
})

export const result = z.object({
  cast: z.int(),
  rejected: z.int(),
  questions: z.array(questionResult),
  isQuorate: z.boolean(),
})

/** Base64 of at most so many characters. */
export const base64 = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[A-Za-z0-9+/]+={0,2}$/, '不是有效的编码')

const signed = { key: base64(100), certificate: base64(400), signature: base64(100) }
export const envelope = z.object({ ...signed, sealed: base64(80_000) })
export const vote = z.object({ ...signed, answers })
