import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { type Answer, type CompressedResponse, compressedResponse, send } from '../pages/compressedResponse.ts'
import { type Api, describeApi, type Operation, type Parameter, type Sections } from './openapi.ts'
import type { Schema } from './sample.ts'

type Options = Parameters<typeof describeApi>[1]

/** The documentation of the API: for programs at /api/openapi.json, for people at /api/docs. */
export function serveDocs(app: FastifyInstance, sections: Sections, options: Options) {
  const style = createHash('sha256').update(stylesheet).digest('base64')
  const described = once(() => describeApi(sections, options))
  const forPrograms = once(async () =>
    compressedResponse(answerOf('application/json; charset=utf-8', {}, JSON.stringify(await described()))),
  )
  const policy = `default-src 'none'; style-src 'sha256-${style}'; frame-ancestors 'none'`
  const forPeople = once(async () =>
    compressedResponse(
      answerOf('text/html; charset=utf-8', { 'content-security-policy': policy }, pageOf(await described())),
    ),
  )
  serveCached(app, '/api/openapi.json', forPrograms)
  serveCached(app, '/api/docs', forPeople)
}

/** Made when first asked for: its sample answers come from the database, and need not follow it. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make().catch(error => {
      made = undefined
      throw error
    })
    return made
  }
}

const answerOf = (type: string, headers: Record<string, string>, body: string): Answer => ({
  status: 200,
  headers: { 'content-type': type, ...headers },
  body: Buffer.from(body),
})

/** Sends the same buffer to all callers, so slow readers take no additional memory. */
const serveCached = (app: FastifyInstance, path: string, made: () => Promise<CompressedResponse>) =>
  app.get(path, async (request, reply) => {
    const packed = await made()
    reply.hijack()
    await send(packed, request.raw, reply.raw)
  })

type Described = Operation & { method: string; path: string }

function pageOf({ info, tags, paths, servers }: Api): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, it]): Described => ({ ...it, method: method.toUpperCase(), path })),
  )
  const of = (tag: string) => operations.filter(({ tags }) => tags[0] === tag)
  const contents = tags.map(({ name }) => `<h2>${text(name)}</h2><ul>${of(name).map(entryOf).join('')}</ul>`)
  const chapters = tags.map(
    ({ name }) =>
      `<section><h2>${text(name)}</h2>${of(name)
        .map(operation => articleOf(operation, servers[0]!.url))
        .join('')}</section>`,
  )
  return `<!DOCTYPE html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(info.title)}</title>
<style>${stylesheet}</style>
</head>
<body>
<nav aria-label="目录">${contents.join('')}</nav>
<main>
<h1>${text(info.title)} <small>${text(info.version)}</small></h1>
${INTRODUCTION}
${chapters.join('\n')}
</main>
</body>
</html>`
}

const INTRODUCTION = `
<p>本页由程序的接口定义生成，与实际运行的接口一致。供程序读取的版本是 <a href="/api/openapi.json">OpenAPI 3.1</a>。</p>
<h2>约定</h2>
<ul>
<li>地址以 <code>/api</code> 开头。GET 的参数放在查询串里，POST 的参数是 JSON 正文。</li>
<li>答复是 <code>{ code, data, msg }</code>：<code>code</code> 为 200 时取 <code>data</code>；否则 <code>msg</code> 用中文说明原因；参数有误时 <code>data.fields</code> 逐项说明。</li>
<li>请求头 <code>token</code> 是登录后得到的令牌；未登录时不带，或为 <code>anonymous</code>。</li>
<li>HTTP 401 表示没有登录或登录已失效，550 表示登录被协会终止；按规则不予办理时 HTTP 为 200，看 <code>code</code>。</li>
<li>列表用 <code>pageNum</code>（从 1 起）、<code>pageSize</code>（不超过 100）翻页，答复含 <code>list</code>、<code>total</code>、<code>pages</code>。</li>
<li>时间为带时区的 ISO 8601；状态等代码旁有中文名称，如 <code>status</code> 与 <code>statusName</code>。</li>
<li>每个答复都有响应头 <code>x-request-id</code>，报告问题时请附上。</li>
</ul>`

const entryOf = ({ operationId, method, path, summary }: Described) =>
  `<li><a href="#${operationId}" title="${text(summary)}"><b>${method}</b> ${text(path)}</a></li>`

function articleOf({ operationId, method, path, summary, description, ...it }: Described, base: string): string {
  const parameters = it.parameters ?? []
  const [encoding, body] = Object.entries(it.requestBody?.content ?? {})[0] ?? []
  const fields = [...parameters, ...fieldsOf(body?.schema)]
  const success = it.responses[200] as { description: string; content: Record<string, { example?: unknown }> }
  const answer = success.content['application/json']?.example
  return `<article id="${operationId}">
<h3><b>${method}</b> <code>${text(path)}</code> <a href="#${operationId}" aria-label="本接口的链接">#</a></h3>
<p>${text(summary)}</p>
<p class="soft">${text(description)}</p>
${fields.length ? tableOf(fields) : '<p class="soft">没有参数。</p>'}
<h4>请求示例</h4>
<pre>${text(requestOf(method, base + path, parameters, body && bodyOf(encoding!, body.example)))}</pre>
${answer === undefined ? `<p class="soft">${text(success.description)}</p>` : `<details><summary>答复示例</summary><pre>${json(answer)}</pre></details>`}
</article>`
}

const fieldsOf = (schema?: Schema): Parameter[] =>
  Object.entries(schema?.properties ?? {}).map(([name, inner]) => ({
    name,
    in: 'query',
    required: Boolean(schema!.required?.includes(name)),
    schema: inner,
  }))

const tableOf = (fields: Parameter[]) => `<table>
<thead><tr><th>参数</th><th>必填</th><th>类型</th><th>说明</th></tr></thead>
<tbody>${fields.map(rowOf).join('')}</tbody>
</table>`

const rowOf = ({ name, required, schema }: Parameter) =>
  `<tr><td><code>${text(name)}</code></td><td>${required ? '是' : ''}</td><td>${typeOf(schema)}</td><td>${limitsOf(schema)}</td></tr>`

const TYPES: Record<string, string> = {
  string: '文字',
  integer: '整数',
  number: '数字',
  boolean: '是或否',
  object: '对象',
}

function typeOf(schema: Schema): string {
  const type = [schema.type].flat().find(one => one !== 'null')
  if (schema.format === 'date') return '日期'
  if (schema.format === 'binary') return '文件'
  if (type === 'array') return `${typeOf(schema.items ?? {})}的列表`
  return TYPES[type ?? ''] ?? '任意'
}

function limitsOf({ minimum, maximum, maxLength, pattern, default: value, ...schema }: Schema): string {
  const choices = schema.enum?.map(one => `<code>${text(String(one))}</code>`).join('、')
  const limits = [
    schema.description && text(schema.description),
    choices && `${choices} 之一`,
    minimum !== undefined && `不小于 ${minimum}`,
    maximum !== undefined && maximum < 2 ** 31 - 1 && `不大于 ${maximum}`,
    maxLength !== undefined && `最多 ${maxLength} 字`,
    pattern && schema.format === undefined && `格式 <code>${text(pattern)}</code>`,
    value !== undefined &&
      `默认 <code>${text(typeof value === 'object' ? JSON.stringify(value) : String(value))}</code>`,
  ]
  return limits.filter(Boolean).join('，')
}

function requestOf(method: string, address: string, parameters: Parameter[], body?: string): string {
  const given = parameters.filter(({ example }) => example !== undefined)
  const url = given.reduce((url, { name, example }) => url.replace(`{${name}}`, String(example)), address)
  const query = given.filter(one => one.in === 'query').map(({ name, example }) => `${name}=${example}`)
  const line = `${method} ${url}${query.length ? `?${query.join('&')}` : ''}`
  return body ? `${line}\n${body}` : line
}

/** A form with a file as curl takes it; anything else as it is sent. */
function bodyOf(encoding: string, example: unknown): string {
  if (encoding === 'application/json')
    return example === undefined ? '' : `content-type: ${encoding}\n\n${JSON.stringify(example, null, 2)}`
  const fields = Object.entries(example ?? {}).map(([name, value]) => `${name}=${value}\n`)
  return `content-type: ${encoding}\n\n${fields.join('')}file=@文件`
}

const json = (value: unknown) => text(JSON.stringify(value, null, 2))

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const text = (value: string) => value.replace(/[&<>"]/g, char => ENTITIES[char]!)

/** The look of /api/docs, whole: that page loads nothing else. */
const stylesheet = `
:root { color: #14191f; background: #fff; scroll-padding-top: 1rem; }
body { display: grid; grid-template-columns: 20rem minmax(0, 56rem); gap: 2.5rem; margin: 0; padding: 0 1rem;
  font: 1rem/1.75 "PingFang SC", "Microsoft YaHei", "Noto Sans SC", "Noto Sans CJK SC", system-ui, sans-serif; }
nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; border-right: 1px solid #dfe4e9; font-size: .875rem; }
nav h2 { margin: 1rem 0 0; border: 0; font-size: .875rem; }
nav ul { margin: 0; padding: 0; list-style: none; }
nav li { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
main { padding: 1rem 0 6rem; }
a { color: #0b4a7f; text-decoration: none; }
a:hover { text-decoration: underline; }
:focus-visible { outline: 3px solid #2b7bbd; outline-offset: 2px; }
h1, h2, h3, h4 { line-height: 1.4; }
h1 { color: #0b4a7f; }
h2 { margin: 3rem 0 1rem; padding-bottom: .25rem; border-bottom: 2px solid #0b4a7f; color: #0b4a7f; }
h3 { margin: 0; font-size: 1.125rem; overflow-wrap: anywhere; }
h4 { margin: 1rem 0 .25rem; font-size: .875rem; }
b { color: #d9480f; font-size: .8125rem; }
small, .soft { color: #5a6672; font-size: .875rem; }
p { margin: .25rem 0; }
article { margin: 1.5rem 0; padding: 1rem 1.25rem; border: 1px solid #dfe4e9; border-radius: 4px; }
article:target { border-color: #2b7bbd; box-shadow: 0 0 0 1px #2b7bbd; }
code, pre { font-family: ui-monospace, Consolas, "Noto Sans Mono CJK SC", monospace; font-size: .875em; }
pre { margin: 0; padding: .75rem 1rem; overflow-x: auto; border-radius: 4px; background: #f7f8fa; }
table { width: 100%; margin: .75rem 0 0; border-collapse: collapse; font-size: .875rem; }
th, td { padding: .25rem .75rem .25rem 0; border-bottom: 1px solid #eef1f4; text-align: left; vertical-align: top; }
td { overflow-wrap: anywhere; }
summary { margin-top: 1rem; cursor: pointer; font-size: .875rem; font-weight: 600; }
@media (max-width: 900px) {
  body { display: block; }
  nav { position: static; height: auto; max-height: 40vh; border: 0; border-bottom: 1px solid #dfe4e9; }
}
`
