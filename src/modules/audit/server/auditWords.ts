import { byOrder, type Ordered } from '#lib/byOrder.ts'
import { minute } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'

type Group = Ordered & { heading: string; noun: string }
type AuditedObject = {
  name: string
  route?: (id: number) => string
  /** Present names of records, for lines that were written without one. */
  names?: ObjectNames
  /**
   * Who may read what was done to a record: staff with the permission, unless `refuse` throws. `formerly`: the type under
   * which older lines about the same records stand.
   */
  history?: {
    permission: `staff:${string}`
    refuse?: (ctx: Ctx, id: number) => Promise<unknown>
    formerly?: string
  }
}
type ObjectNames = (ctx: Pick<Ctx, 'db'>, ids: number[]) => Promise<ReadonlyMap<number, string>>

/**
 * Words of the audit log for a module's records. Each module defines its own; `audit` knows nothing else about them.
 */
export type AuditWords = {
  /** Places the headings of these groups behind those of other modules. */
  order?: number
  /** The headings under which actions are found; of what stands before the dot of each, what it is done to. */
  groups?: Record<string, Record<string, string>>
  /** Actions whose name says more than what is done to what: `course.publish`. */
  actions?: Record<string, string>
  /** Objects of lines, by table name, with the screen where staff see them. */
  objects?: Record<string, AuditedObject>
  fields?: Record<string, string>
  /** Codes that are kept in records, as people say them. */
  values?: Record<string, string>
}

const groups = new Map<string, Group>()
const actions = new Map<string, string>()
const objects = new Map<string, AuditedObject>()
const fields = new Map<string, string>()
const values = new Map<string, string>()

export function defineAuditWords(words: AuditWords): void {
  for (const [heading, nouns] of Object.entries(words.groups ?? {}))
    for (const [group, noun] of Object.entries(nouns)) add(groups, group, { heading, noun, order: words.order ?? 0 })
  addAll(actions, words.actions)
  addAll(objects, words.objects)
  addAll(fields, words.fields)
  addAll(values, words.values)
}

/** A word has one meaning in the whole log: it is defined once. */
function addAll<Word>(known: Map<string, Word>, words: Record<string, Word> = {}) {
  for (const [key, word] of Object.entries(words)) add(known, key, word)
}

function add<Word>(known: Map<string, Word>, key: string, word: Word) {
  if (known.has(key)) throw new Error(`the audit log has two words for ${key}`)
  known.set(key, word)
}

/** Verbs that apply to any noun: 修改轮播图, 导出单位. */
const verbs: Record<string, string> = {
  add: '新增',
  create: '新增',
  change: '修改',
  edit: '修改',
  save: '保存',
  remove: '删除',
  move: '移动',
  restore: '恢复',
  export: '导出',
  import: '导入',
  reveal: '查看完整信息：',
}

const OTHER = '其他'
const split = (action: string) => action.split('.') as [string, string]

export const groupName = (action: string) => groups.get(split(action)[0])?.heading ?? OTHER

/** The action in Chinese; of one of an earlier version, only what it was about is told. */
export function actionName(action: string): string {
  const [group, verb] = split(action)
  const { heading, noun } = groups.get(group) ?? { heading: OTHER, noun: '' }
  return actions.get(action) ?? (noun && verbs[verb] ? `${verbs[verb]}${noun}` : `${heading}（其他操作）`)
}

/** Reports whether an action has a name of its own, which every recorded action must have. */
export const isNamed = (action: string) => !actionName(action).endsWith('（其他操作）')

/** The headings of all groups, each with the groups that stand under it. */
export const headings = (): { code: string; name: string; groups: string[] }[] =>
  [
    ...Map.groupBy(
      [...groups].sort(([, one], [, other]) => byOrder(one, other)),
      ([, { heading }]) => heading,
    ),
  ].map(([name, members]) => {
    const codes = members.map(([code]) => code)
    return { code: codes[0]!, name, groups: codes }
  })

export const objectTypeName = (type: string) => objects.get(type)?.name ?? ''

export const objectNames = (type: string) => objects.get(type)?.names
export const historyOf = (type: string) => objects.get(type)?.history

/** Address of the object's screen for staff; null if it has none. */
export const routeOf = (type: string, id: number | null): string | null =>
  id === null ? null : (objects.get(type)?.route?.(id) ?? null)

/** Name of a field. Labels in Chinese are shown as they are; other unknown keys are meaningless to people. */
export const fieldName = (field: string) => fields.get(field) ?? (/\p{Script=Han}/u.test(field) ? field : '其他内容')

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/
const CODE = /^[a-z][a-zA-Z]{2,30}$/

/** A value of a record, for people. */
export function valueName(value: unknown): string {
  if (value === null || value === undefined || value === '') return '（空）'
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (Array.isArray(value)) return value.length ? value.map(valueName).join('、') : '（空）'
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([field, part]) => `${fieldName(field)}：${valueName(part)}`)
      .join('；')
  const text = String(value)
  if (MOMENT.test(text)) return minute(text)
  return CODE.test(text) ? (values.get(text) ?? fields.get(text) ?? text) : text
}
