import { z } from 'zod'
import type { Contract, Section } from '#lib/contract.ts'
import { byId, int, nothing, text } from '#lib/form/fields.ts'
import { formField, formInput, formValues } from '#lib/form/formContract.ts'
import { paged } from '#lib/paging.ts'
import { settingForms } from './forms.ts'
import { countedRecord, listing, moving, removing, saving, siteObjects, version } from './records.ts'

const codes = settingForms.map(({ code }) => code)
const form = z.enum(
  codes.filter(code => code !== 'payAccount'),
  '没有这组设置',
)
const saved = z.object({ version: z.string() })

export const section: Section = { title: '站点设置' }

export const staffSettingsContract = {
  'GET /staff/settings': {
    who: 'staff:site',
    summary: '站点设置：每组的表单、现值与版本',
    input: nothing,
    output: z.array(
      z.object({
        code: z.enum(codes),
        name: z.string(),
        hint: z.string(),
        fields: z.array(formField),
        values: formValues,
        version: z.string(),
      }),
    ),
  },
  'POST /staff/settings/save': {
    who: 'staff:site',
    summary: '保存一组站点设置',
    maxBodyKb: 192,
    input: z.object({ code: form, version, form: formInput }),
    output: saved,
    example: { code: 'filing', version: 'x', form: { icp: '京ICP备00000000号-1' } },
  },
  'POST /staff/settings/payAccount': {
    who: 'staff:finance',
    confirm: true,
    secondPerson: { rule: 'payAccount' },
    summary: '保存收款账户：须有财务权限',
    input: z.object({ version, form: formInput }),
    output: saved,
    example: { version: 'x', form: { name: '演示协会', bank: '演示银行', number: '110100000000000018' } },
  },
  'GET /staff/operation': {
    who: 'staff:system',
    summary: '网站是否开放：正常、只读或维护，以及告示',
    input: nothing,
    output: z.object({ fields: z.array(formField), values: formValues, version: z.string() }),
  },
  'POST /staff/operation/save': {
    who: 'staff:system',
    confirm: true,
    summary: '切换网站的开放状态：所有进程随即生效；只读时也可以由此恢复',
    input: z.object({ version, form: formInput }),
    output: saved,
    example: { version: 'x', form: { mode: 'maintenance', message: '系统升级，预计 18 点恢复' } },
  },
  'GET /staff/dictionary/list': {
    who: 'staff:site',
    summary: '字典及其中一个的全部条目：代码、状态、已用于多少条记录；不给 dictionary 时为第一个',
    input: z.object({ dictionary: text(30).optional() }),
    output: listing(
      countedRecord.extend({
        code: z.string(),
        retired: z.boolean(),
        traitNames: z.array(z.string()),
        /** The list of the records that have it. */
        route: z.string().nullable(),
      }),
    ).extend({
      chosen: z.string(),
      dictionaries: z.array(z.object({ code: z.string(), name: z.string(), hint: z.string() })),
    }),
    example: { dictionary: 'trade' },
  },
  'POST /staff/dictionary/save': {
    who: 'staff:site',
    summary: '新增或修改字典条目：名称、代码、停用或恢复使用；已有记录使用的，代码不能再改',
    ...saving,
    example: { form: { dictionary: 'trade', name: '检验检测机构', code: 'testing', state: 'offered' } },
  },
  'POST /staff/dictionary/move': {
    who: 'staff:site',
    summary: '调整字典条目的先后',
    ...moving,
  },
  'POST /staff/dictionary/remove': {
    who: 'staff:site',
    summary: '删除没有记录使用的字典条目',
    ...removing,
  },
  'GET /staff/site/history': {
    who: 'staff:site',
    summary: '某类站点记录的修改历史：谁、何时、改了什么',
    ...paged(
      { objectType: siteObjects, objectId: int.optional() },
      z.object({
        id: z.int(),
        at: z.string(),
        actorName: z.string(),
        act: z.string(),
        objectName: z.string(),
        /** `before` null: the record was added. */
        changes: z.array(z.object({ name: z.string(), before: z.string().nullable(), after: z.string() })),
        canRestore: z.boolean(),
      }),
    ),
    example: { objectType: 'figure' },
  },
  'POST /staff/site/restore': {
    who: 'staff:site',
    confirm: true,
    summary: '把一条站点记录恢复到某次修改之前',
    input: byId,
    output: nothing,
    example: { id: 1 },
  },
} as const satisfies Contract
