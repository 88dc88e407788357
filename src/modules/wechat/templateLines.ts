import { type MessageKind, messageKinds } from '#modules/messages/messageKinds.ts'

/** Values that a template field may contain. */
export const fieldSources = ['标题', '内容', '时间', '类别'] as const
type Source = (typeof fieldSources)[number]
export type WechatTemplate = { id: string; fields: { name: string; source: Source }[] }

const FIELD = new RegExp(`^([a-z_]+\\d{0,2})=(${fieldSources.join('|')})$`)
const ID = /^[\w-]{4,64}$/

const linesOf = (text: string) => text.split('\n').flatMap(line => line.trim() || [])

function readLine(line: string): [MessageKind, WechatTemplate] | undefined {
  const [name, id = '', ...fields] = line.split(/\s+/)
  const kind = Object.entries(messageKinds).find(([, called]) => called === name)?.[0]
  const read = fields.map(field => field.match(FIELD))
  if (!kind || !ID.test(id) || read.length === 0 || read.some(found => !found)) return undefined
  return [kind as MessageKind, { id, fields: read.map(found => ({ name: found![1]!, source: found![2] as Source })) }]
}

/** Parses the setting: one line per kind of message. */
export const templatesIn = (text: string): Map<MessageKind, WechatTemplate> =>
  new Map(linesOf(text).flatMap(line => [readLine(line)].filter(found => found !== undefined)))

export function templatesFault(text: string): string | undefined {
  const lines = linesOf(text)
  const wrong = lines.find(line => !readLine(line))
  if (wrong) return `“${wrong}”应为消息类别、模板编号和字段，如 缴费 模板编号 thing1=标题 time2=时间`
  if (templatesIn(text).size < lines.length) return '每一类消息只能写一行'
}

/** Maximum characters per kind of template field; WeChat refuses longer values. */
const MAX_FIELD_LENGTHS: readonly [RegExp, number][] = [
  [/^short_thing/, 5],
  [/^phrase/, 5],
  [/^thing/, 20],
  [/^const/, 20],
  [/^character_string/, 32],
]

/** A line without breaks, cut to what the field takes. */
export function fitField(name: string, text: string): string {
  const most = MAX_FIELD_LENGTHS.find(([sort]) => sort.test(name))?.[1] ?? 200
  const line = [...text.replace(/\s+/g, ' ').trim()]
  if (line.length === 0) return '无'
  return line.length > most ? `${line.slice(0, most - 1).join('')}…` : line.join('')
}
