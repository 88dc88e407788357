import { z } from 'zod'
import { invalid, type Refusal } from '#lib/error.ts'

/**
 * Message about input that does not fit its schema. A schema's own message comes first; otherwise the texts below
 * replace those of the validation library, which are not written for users.
 */
z.config({ customError: describeIssue })

/** A body that is wrong in a hundred thousand places is not answered with as many sentences. */
const MAX_FIELDS = 100
/** Callers choose the names inside a record: the sentence repeats no page of them. */
const MAX_NAME_LENGTH = 60

/** People read the sentence; programs find in `fields` which parameter it is about. */
export function inputRefusal(issues: z.core.$ZodIssue[], input: unknown): Refusal {
  const faults = issues.slice(0, MAX_FIELDS).flatMap(issue => faultsOf(issue, input))
  const sentence = [...new Set(faults.map(({ message }) => message))].join('；')
  const fields = faults.filter(({ field }) => field !== '').map(({ field, message }) => [field, message])
  return invalid(`填写有误：${sentence}`, fields.length > 0 ? Object.fromEntries(fields) : undefined)
}

type Fault = { field: string; message: string }

function faultsOf(issue: z.core.$ZodIssue, input: unknown): Fault[] {
  const { path, message } = issue
  if (issue.code === 'unrecognized_keys')
    return issue.keys.slice(0, MAX_FIELDS).map(key => {
      const unknown = [...path, key]
      return { field: unknown.join('.'), message: `没有参数 ${nameOf(unknown)}` }
    })
  // “应为正整数” does not tell that nothing was sent; “请填写手机号” does.
  const isMissing = path.length > 0 && valueAt(input, path) === undefined && !message.startsWith('请')
  return [{ field: path.join('.'), message: isMissing ? missing(path) : message }]
}

const missing = (path: PropertyKey[]) => `缺少参数 ${nameOf(path)}`

const nameOf = (path: PropertyKey[]) => path.join('.').slice(0, MAX_NAME_LENGTH)

const valueAt = (input: unknown, path: PropertyKey[]): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | undefined | null)?.[key], input)

const TYPES: Record<string, string> = {
  string: '文字',
  number: '数字',
  int: '整数',
  boolean: ' true 或 false',
  array: '列表',
  tuple: '列表',
  object: '对象',
  record: '对象',
  null: '空值',
}

const FORMATS: Record<string, string> = {
  email: '电子邮箱',
  url: '网址',
  date: '日期，例如 2026-01-31',
  datetime: '日期和时间，例如 2026-01-31T08:00:00Z',
}

const UNITS: Record<string, string> = { string: ' 个字', array: ' 项', set: ' 项', map: ' 项', file: ' 字节' }

function describeIssue(issue: z.core.$ZodRawIssue): string {
  const path = issue.path ?? []
  const subject = path.length > 0 ? `参数 ${nameOf(path)} ` : '提交的内容'
  if (issue.input === undefined && path.length > 0) return missing(path)
  switch (issue.code) {
    case 'invalid_type':
      return TYPES[issue.expected] ? `${subject}应为${TYPES[issue.expected]}` : `${subject}的类型不对`
    case 'invalid_value':
      return `${subject}应为 ${issue.values.map(String).join('、')}${issue.values.length > 1 ? ' 之一' : ''}`
    case 'too_big':
      return `${subject}${issue.inclusive === false ? '应小于' : '不能超过'} ${issue.maximum}${UNITS[issue.origin] ?? ''}`
    case 'too_small':
      return `${subject}${issue.inclusive === false ? '应大于' : '不能少于'} ${issue.minimum}${UNITS[issue.origin] ?? ''}`
    case 'not_multiple_of':
      return `${subject}应为 ${issue.divisor} 的倍数`
    case 'invalid_format':
      return FORMATS[issue.format] ? `${subject}应为${FORMATS[issue.format]}` : `${subject}的格式不对`
    case 'unrecognized_keys':
      return `没有参数 ${nameOf([...path, ...issue.keys.slice(0, 1)])}`
    default:
      return `${subject}的格式不对`
  }
}
