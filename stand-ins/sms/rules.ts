/**
 * What both providers check of a text before they accept it, as published: Alibaba Cloud, 通知短信模板规范
 * (help.aliyun.com/document_detail/463270), 验证码模板规范 (…/463237), 短信发送规则 (…/44335); Tencent Cloud, 正文模板审核标准
 * (cloud.tencent.com/document/product/382/39023), 错误码 (…/api/382/55981).
 */
export type FiledTemplate = {
  code: string
  /** `code`: 验证码; `notice`: 通知. */
  type: 'code' | 'notice'
  /** In the provider's own syntax. */
  text: string
}

export const hasAddress = (value: string) =>
  /https?:\/\/|www\.|[a-z0-9-]+\.(com|cn|net|org|gov|edu|top|vip|xyz|cc|io)(?![a-z])/i.test(value)
const ODD_SIGNS = /[【】『』「」〖〗²•①-⑳★※→¥]/u

/** Why a reviewer would refuse a template; undefined: approved. `variable` finds its variables. */
export function templateFault({ type, text }: FiledTemplate, variable: RegExp): string | undefined {
  const names = [...text.matchAll(variable)].map(([, name]) => name!)
  const fixed = text.replace(variable, '')
  if (text.length > 500) return '模板内容超过 500 个字'
  if (ODD_SIGNS.test(fixed)) return '模板含有不支持的符号'
  if (fixed.replace(/[\s\p{P}]/gu, '') === '') return '不支持全变量模板'
  if (new Set(names).size !== names.length) return '同一个变量在模板中仅可出现一次'
  if (new RegExp(`${variable.source}\\s*${variable.source}`).test(text)) return '不支持变量相邻'
  if (new RegExp(`(https?://|www\\.)\\S*${variable.source}`).test(text)) return '不支持变量链接'
  if (type === 'code' && names.length !== 1) return '验证码模板仅支持一个变量'
  if (type === 'code' && !/验证码|注册码|校验码|动态码/.test(fixed)) return '验证码模板须含“验证码”'
}

/** Counts what went to a number, for limits over a time. */
export function rateCounter(now: () => number) {
  const sent: { key: string; at: number }[] = []
  return {
    add: (...keys: string[]) => sent.push(...keys.map(key => ({ key, at: now() }))),
    count: (key: string, ms: number) => sent.filter(one => one.key === key && one.at > now() - ms).length,
  }
}
