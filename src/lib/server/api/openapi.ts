import { z } from 'zod'
import type { Contract, Endpoint, Key, TypeAccess, Who } from '#lib/contract.ts'
import about from '../../../../package.json' with { type: 'json' }
import { type Schema, sampleOf, shorten } from './sample.ts'

const { version, license } = about

/** Parts of the contract under the names that the documentation gives them. */
export type Sections = Record<string, Contract>
export type Parameter = { name: string; in: 'query' | 'path'; required: boolean; schema: Schema; example?: unknown }
export type Operation = {
  operationId: string
  tags: [string]
  summary: string
  description: string
  security: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Json }
  responses: Record<string, { description: string; content: Json } | { $ref: string }>
}
type Json = Record<string, { schema: Schema; example?: unknown }>

export type Api = Awaited<ReturnType<typeof describeApi>>
type CallEndpoint = (key: never, input: never) => Promise<unknown>

/**
 * The contract as OpenAPI 3.1: what other programs, and the page at /api/docs, know of it. Its answers are real ones,
 * shortened, where anyone may ask for them, and made up from the schema elsewhere.
 */
export async function describeApi(sections: Sections, { origin, ask }: { origin: string; ask: CallEndpoint }) {
  const paths: Record<string, Record<string, Operation>> = {}
  for (const [tag, contract] of Object.entries(sections))
    for (const [key, endpoint] of Object.entries(contract) as [Key, Endpoint][]) {
      const [method = '', path = ''] = key.split(' ')
      const answer = await sampleAnswer(key, endpoint, ask)
      paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(key, endpoint, tag, answer) }
    }
  return {
    openapi: '3.1.1',
    info: { title: '行协接口', version, license: { name: license, identifier: license } },
    servers: [{ url: `${origin}/api` }],
    tags: Object.keys(sections).map(name => ({ name })),
    paths,
    components,
  }
}

const components = {
  securitySchemes: {
    token: {
      type: 'apiKey',
      in: 'header',
      name: 'token',
      description: '登录后得到的令牌；未登录时可不带，或为 anonymous',
    },
    staff: {
      type: 'apiKey',
      in: 'cookie',
      name: '__Host-staff',
      description: '工作人员登录后由浏览器保存的 Cookie；非 HTTPS 的站点上名为 staff。除 GET 外，请求须由本站页面发出',
    },
  },
  schemas: {
    Envelope: {
      type: 'object',
      description: '除文件外，一切答复都是这个信封：code 为 200 时看 data，否则 msg 说明原因与做法。',
      required: ['code', 'data', 'msg'],
      properties: {
        code: {
          type: 'integer',
          description:
            '200 成功，400 参数，401 未登录，403 无权限，404 不存在，409 冲突，429 过于频繁，451 须先同意文件的新版本',
        },
        data: { description: '成功时的内容；参数有误时为 { fields: { 字段: 原因 } }' },
        msg: { type: 'string', description: '给人看的中文说明' },
      },
    },
  },
  responses: {
    Refused: refused('按规则不予办理：HTTP 200，code 不是 200', 400, '填写有误：应为正整数'),
    SignedOut: refused('没有登录，或登录已失效', 401, '请先登录'),
    Ended: refused('登录已被协会终止', 550, '账号已被协会停用'),
    Fault: refused('系统错误；msg 中的编号可供查找', 500, '系统错误，请稍后再试。如需协助，请提供编号 …'),
  },
}

function refused(description: string, code: number, msg: string) {
  const schema = { $ref: '#/components/schemas/Envelope' }
  return { description, content: { 'application/json': { schema, example: { code, data: null, msg } } } }
}

const WHO: Record<string, string> = {
  anyone: '任何人',
  member: '已登录的会员',
  staff: '已登录的工作人员',
  signedIn: '已登录的会员或工作人员',
}
export const audienceName = (who: Who) => WHO[who] ?? `有“${who.slice('staff:'.length)}”权限的工作人员`

function operationOf(key: Key, endpoint: Endpoint, tag: string, answer: unknown): Operation {
  const [method, path] = key.split(' ') as ['GET' | 'POST', string]
  const input = toSchema(endpoint.input, 'input')
  const inPath = new Set(Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name!))
  const parameters = parametersOf(input, endpoint.example ?? {}, inPath)
  return {
    operationId: key.replace(/\W+/g, '_'),
    tags: [tag],
    summary: endpoint.summary,
    description: descriptionOf(endpoint),
    security: securityOf(endpoint.who),
    parameters: method === 'GET' ? parameters : parameters.filter(parameter => parameter.in === 'path'),
    ...(method === 'POST' && { requestBody: bodyOf(input, endpoint) }),
    responses: {
      200: answerOf(endpoint, answer),
      ...(endpoint.who !== 'anyone' && { 401: ref('SignedOut'), 550: ref('Ended') }),
      500: ref('Fault'),
    },
  }
}

/** Security schemes that an endpoint accepts; `signedIn` accepts either. */
function securityOf(who: Who): Operation['security'] {
  if (who === 'anyone') return []
  if (who === 'member') return [{ token: [] }]
  return who === 'signedIn' ? [{ token: [] }, { staff: [] }] : [{ staff: [] }]
}

const ref = (name: keyof typeof components.responses) => ({ $ref: `#/components/responses/${name}` })

const descriptionOf = ({ who, byType, confirm, also, cached }: Endpoint) =>
  [
    byType ? `谁可以调用，由 type 决定：${audienceByType(byType)}。` : `谁可以调用：${audienceName(who)}。`,
    confirm && '须在 10 分钟内输入过密码，否则 code 为 428。',
    also && `也可以由 ${also.join('、')} 访问。`,
    cached === true && '答复对所有人相同，带 ETag。',
  ]
    .filter(Boolean)
    .join('')

const audienceByType = (byType: Readonly<Record<string, TypeAccess>>) =>
  Object.entries(byType)
    .map(([type, { called, who, confirm }]) => `${type}（${called}）${audienceName(who)}${confirm ? '，须确认' : ''}`)
    .join('；')

function parametersOf(input: Schema, example: Record<string, unknown>, inPath: Set<string>): Parameter[] {
  return Object.entries(input.properties ?? {}).map(([name, schema]) => ({
    name,
    in: inPath.has(name) ? 'path' : 'query',
    required: inPath.has(name) || Boolean(input.required?.includes(name)),
    schema,
    ...(name in example && { example: example[name] }),
  }))
}

const BYTES: Schema = { type: 'string', format: 'binary' }

function bodyOf(schema: Schema, { upload, example }: Endpoint): { required: boolean; content: Json } {
  const sample = example !== undefined && { example }
  if (!upload)
    return { required: Boolean(schema.required?.length), content: { 'application/json': { schema, ...sample } } }
  const form = {
    ...schema,
    properties: { ...schema.properties, file: BYTES },
    required: [...(schema.required ?? []), 'file'],
  }
  return { required: true, content: { 'multipart/form-data': { schema: form, ...sample } } }
}

function answerOf({ output }: Endpoint, answer: unknown): { description: string; content: Json } {
  if (output === 'file') {
    return { description: '文件；不予提供时为 JSON 信封', content: { '*/*': { schema: BYTES } } }
  }
  const data = toSchema(output, 'output')
  const schema = { allOf: [{ $ref: '#/components/schemas/Envelope' }, { type: 'object', properties: { data } }] }
  const example = { code: 200, data: answer ?? sampleOf(data), msg: 'ok' }
  return { description: '成功；按规则不予办理时 code 不是 200', content: { 'application/json': { schema, example } } }
}

async function sampleAnswer(
  key: Key,
  { who, input, output, example = {} }: Endpoint,
  ask: CallEndpoint,
): Promise<unknown> {
  if (who !== 'anyone' || output === 'file' || key.startsWith('POST') || !input.safeParse(example).success) return
  return shorten(await ask(key as never, example as never).catch(() => undefined))
}

function toSchema(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // Leaves out the bounds of safe integers, which tell a reader nothing, and allows additional properties in
      // answers, since later versions may add some.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
    },
  })
  return rest as Schema
}
