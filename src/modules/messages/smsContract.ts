import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { nothing, text } from '#lib/form/fields.ts'

const provider = z.enum(['aliyun', 'tencent'], '应为 aliyun 或 tencent')
const kind = text(60).regex(/^[\w.]+(#\w+)?$/, '不是有效的模板代码')

const filing = z.object({
  kind: z.string(),
  name: z.string(),
  group: z.string(),
  mandatory: z.boolean(),
  /** 验证码, or 通知. */
  type: z.string(),
  /** In the provider's own syntax, to be copied into its form. */
  text: z.string(),
  example: z.string(),
  /** Why it is sent and to whom, for the provider's form. */
  reason: z.string(),
  variables: z.array(
    z.object({ name: z.string(), meaning: z.string(), property: z.string(), max: z.int(), sample: z.string() }),
  ),
  /** Rules of the providers that the text breaks. */
  faults: z.array(z.string()),
  templateCode: z.string(),
  signature: z.string(),
  /** The text has changed since it was filed: the former one is still sent. */
  isOutdated: z.boolean(),
  updatedName: z.string().nullable(),
  updatedAt: z.string().nullable(),
})

export const staffSmsContract = {
  'GET /staff/sms/status': {
    who: 'staff',
    summary: '短信、邮件是否真的发得出去：所用的服务商，有多少类短信还没有模板编号',
    input: nothing,
    output: z.object({
      /** Null: texts only go into a file. */
      sms: z.object({ name: z.string(), kinds: z.int(), filed: z.int() }).nullable(),
      mail: z.boolean(),
    }),
  },
  'GET /staff/sms/templates': {
    who: 'staff:messages',
    summary: '每类短信向服务商报备的文字、变量、示例与场景说明，以及已登记的模板编号',
    input: z.object({ provider: provider.optional() }),
    output: z.object({
      provider,
      providerName: z.string(),
      /** The provider that sends now, by its code. */
      inUse: provider.nullable(),
      /** Others that can be put in its place: the server has their keys. */
      choices: z.array(provider),
      reasonLabel: z.string(),
      codeLabel: z.string(),
      codeSample: z.string(),
      kinds: z.array(filing),
    }),
    example: { provider: 'aliyun' },
  },
  'POST /staff/sms/provider': {
    who: 'staff:setup',
    confirm: true,
    summary: '改用另一家短信服务商；密钥由技术人员在服务器上设置，验证码的模板编号须先登记',
    input: z.object({ provider }),
    output: z.object({ providerName: z.string() }),
    example: { provider: 'tencent' },
  },
  'POST /staff/sms/template/save': {
    who: 'staff:messages',
    confirm: true,
    summary: '登记一类短信在服务商处审核通过的模板编号和签名；编号留空即不再用短信发这一类',
    input: z.object({ provider, kind, templateCode: text(30), signature: text(20).default('') }),
    output: z.object({}),
    example: { provider: 'aliyun', kind: 'fee.reminder', templateCode: 'SMS_100000001', signature: '' },
  },
  'POST /staff/sms/template/test': {
    who: 'staff:messages',
    confirm: true,
    summary: '用示例值把一类短信发到自己的手机，答复服务商怎么说；每小时最多 20 次',
    input: z.object({ kind }),
    output: z.object({ sent: z.boolean(), message: z.string() }),
    example: { kind: 'fee.reminder' },
  },
} as const satisfies Contract
