import { z } from 'zod'
import type { Contract, TypeAccess } from '#lib/contract.ts'
import { int, nothing, text } from '#lib/form/fields.ts'
import { formField, formInput, formValues } from '#lib/form/formContract.ts'
import { typedKeys } from '#lib/keys.ts'
import { paged } from '#lib/paging.ts'

/** Wire format of site records: form values, version and order. */
export const siteRecord = z.object({
  id: z.int(),
  name: z.string(),
  values: formValues,
  /** Goes back with a change: the second of two is told. */
  version: z.string(),
  /** Number of other records that refer to it; 0 where nobody counts them. */
  uses: z.int(),
})
export const listing = <Shape extends z.core.$ZodLooseShape>(row: z.ZodObject<Shape>) =>
  /** `order`: the version of how they stand. */
  z.object({ fields: z.array(formField), order: z.string(), list: z.array(row) })
export const version = text(40)

/** A change of a record. `before` null: the record was added. */
export const historyLine = z.object({
  id: z.int(),
  at: z.string(),
  actorName: z.string(),
  act: z.string(),
  objectName: z.string(),
  changes: z.array(z.object({ name: z.string(), before: z.string().nullable(), after: z.string() })),
  canRestore: z.boolean(),
})

/** Without `id` a new record is created. */
export const saving = {
  input: z.object({ id: int.optional(), version: version.optional(), form: formInput }),
  output: z.object({ id: z.int() }),
}
/** `position`: from 1, among those that it stands with. */
export const moving = {
  input: z.object({ id: int, position: int, order: version }),
  output: z.object({}),
  example: { id: 1, position: 2, order: 'x' },
}
export const removing = {
  input: z.object({ id: int, version }),
  output: z.object({}),
  example: { id: 1, version: 'x' },
}
export type Saving = z.output<typeof saving.input>
/** `into`: another group to stand in. */
export type Moving = z.output<typeof moving.input> & { into?: string | undefined }
export type Removing = z.output<typeof removing.input>

/**
 * Type of record kept by the calls of `recordContract`; `list`: with the facts that its rows show; `readBy`: permission to
 * list its records, where it is less than that to change them.
 */
export type RecordType = TypeAccess & {
  readBy?: TypeAccess['who']
  list: z.ZodObject<{ list: z.ZodType; [part: string]: z.ZodType }>
}
type RecordTypes = Readonly<Record<string, RecordType>>
export type ListOf<T extends RecordType> = z.output<T['list']>
type Listed<T extends RecordTypes> = { [K in keyof T & string]: { type: K } & ListOf<T[K]> }[keyof T & string]

/** The calls that keep the records of all these types, named by their codes in the audit log. */
export function recordContract<T extends RecordTypes>(types: T) {
  const type = z.enum(typedKeys(types), '没有这类记录')
  const lists = Object.entries(types).map(([code, { list }]) => list.extend({ type: z.literal(code) }))
  const reading = Object.fromEntries(
    Object.entries(types).map(([code, { called, who, readBy = who }]) => [code, { called, who: readBy }]),
  )
  return {
    'GET /staff/record/list': {
      who: 'staff',
      byType: reading,
      summary: '一类站点记录：表单、全部记录及其先后；within 只要其中一组',
      input: z.object({ type, within: text(30).optional() }),
      output: z.union(lists) as unknown as z.ZodType<Listed<T>>,
      example: { type: 'link' },
    },
    'POST /staff/record/save': {
      who: 'staff',
      byType: types,
      maxBodyKb: 128,
      summary: '新增或修改一条站点记录；form 为这类记录的全部栏目',
      ...saving,
      input: saving.input.extend({ type }),
      example: {
        type: 'link',
        form: { name: '民政部', url: 'https://www.mca.gov.cn/', kind: 'text', group: '政府部门' },
      },
    },
    'POST /staff/record/move': {
      who: 'staff',
      byType: types,
      summary: '调整站点记录的先后；into 为另一组',
      ...moving,
      input: moving.input.extend({ type, into: text(30).optional() }),
      example: { type: 'link', id: 1, position: 2, order: 'x' },
    },
    'POST /staff/record/remove': {
      who: 'staff',
      byType: types,
      summary: '删除一条没有用到的站点记录',
      ...removing,
      input: removing.input.extend({ type }),
      example: { type: 'link', id: 1, version: 'x' },
    },
    'GET /staff/record/history': {
      who: 'staff',
      byType: reading,
      summary: '一类站点记录的修改历史：谁、何时、改了什么；objectId 只要其中一条记录的',
      ...paged({ type, objectId: int.optional() }, historyLine),
      example: { type: 'link' },
    },
    'POST /staff/record/restore': {
      who: 'staff',
      byType: types,
      summary: '把一条站点记录恢复到某次修改之前；id 为修改历史中的编号',
      input: z.object({ type, id: int }),
      output: nothing,
      example: { type: 'link', id: 1 },
    },
  } as const satisfies Contract
}

/** Record types whose changes can be shown and restored on their screens. */
export const siteObjects = z.enum(
  [
    'figure',
    'homeBlock',
    'setting',
    'catalogue',
    'quickLink',
    'banner',
    'link',
    'announcement',
    'advertPosition',
    'dictionaryEntry',
    'documentDraft',
  ],
  '没有这类记录',
)
