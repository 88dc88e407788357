import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { int, nothing, text } from '#lib/form/fields.ts'
import { formField, formInput, formValues, option } from '#lib/form/formContract.ts'
import { listing, removing, saving, siteRecord, version } from '#modules/settings/records.ts'

const staff = { who: 'staff:certificates' } as const
/** Form as typed. `id`: the design being changed. `kind`: kind of certificate shown in the sample. */
const drawing = z.object({ id: int.optional(), form: formInput, kind: text(30).optional() })

const example = {
  form: {
    name: '电梯作业人员证',
    kinds: ['WB1'],
    paper: 'portrait',
    frame: 'double',
    marginX: 28,
    marginTop: 34,
    colours: 'association',
    title: '作业人员证书',
    holder: 'large',
    align: 'centre',
    body: '经考核合格，准予从事{{种类}}工作。',
    facts: [{ field: 'level' }, { field: 'validity' }],
    seal: 'printed',
    sealX: 128,
    sealY: 206,
    sealSize: 42,
    qrX: 30,
    qrY: 214,
    qrSize: 32,
  },
}

export const certificateDesignContract = {
  'GET /staff/certificate/design/list': {
    ...staff,
    summary: '证书版式：各用于哪些种类；kinds 为可以预览的种类，sayable 为占位符，starter 为可以改的 Typst 模板',
    input: nothing,
    output: listing(siteRecord.extend({ kindNames: z.array(z.string()), isOwnTemplate: z.boolean() })).extend({
      kinds: z.array(option),
      sayable: z.array(option),
      starter: z.string(),
      /** A picture of the seal is there to be printed. */
      hasSeal: z.boolean(),
    }),
  },
  'POST /staff/certificate/design/save': { ...staff, summary: '新增或修改证书版式', ...saving, example },
  'POST /staff/certificate/design/remove': {
    ...staff,
    summary: '删除证书版式：已发的证书不变，以后的用程序自带的样式',
    ...removing,
  },
  'POST /staff/certificate/design/preview': {
    ...staff,
    summary: '按填写的版式排一张样张（SVG），不保存；印章处为样章',
    input: drawing,
    output: z.object({ svg: z.string() }),
    example,
  },
  'POST /staff/certificate/design/sample': {
    ...staff,
    summary: '按填写的版式排一张样张（PDF），不保存、不签名；印章处为样章',
    input: drawing,
    output: 'file',
    example,
  },
  'GET /staff/seal': {
    who: 'staff:setup',
    summary: '印章图片：表单、现值与版本',
    input: nothing,
    output: z.object({ fields: z.array(formField), values: formValues, version: z.string() }),
  },
  'POST /staff/seal/save': {
    who: 'staff:setup',
    confirm: true,
    secondPerson: { rule: 'seal' },
    summary: '更换或撤下印章图片；以后签发、补发的证书用新的',
    input: z.object({ version, form: formInput }),
    output: z.object({ version: z.string() }),
    example: { version: 'x', form: { seal: 1 } },
  },
} as const satisfies Contract
