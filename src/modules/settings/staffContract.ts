import { z } from 'zod'
import type { Contract, Section } from '#lib/contract.ts'
import { byId, int, nothing } from '#lib/form/fields.ts'
import { formField, formInput, formValues } from '#lib/form/formContract.ts'
import { paged } from '#lib/paging.ts'
import { settingForms } from './forms.ts'
import { historyLine, listing, type RecordType, siteObjects, siteRecord, version } from './records.ts'

const codes = settingForms.map(({ code }) => code)
const form = z.enum(
  codes.filter(code => code !== 'payAccount'),
  '没有这组设置',
)
const saved = z.object({ version: z.string() })

export const section: Section = { title: '站点设置' }

export const settingsRecords = {
  dictionaryEntry: {
    who: 'staff:site',
    called: '字典条目',
    list: listing(
      siteRecord.extend({
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
  },
} as const satisfies Record<string, RecordType>

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
  'GET /staff/site/history': {
    who: 'staff:site',
    summary: '某类站点记录的修改历史：谁、何时、改了什么',
    ...paged({ objectType: siteObjects, objectId: int.optional() }, historyLine),
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
