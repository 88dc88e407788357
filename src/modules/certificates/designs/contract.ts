import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { int, nothing, text } from '#lib/form/fields.ts'
import { formField, formInput, formValues, option } from '#lib/form/formContract.ts'
import { listing, type RecordType, siteRecord, version } from '#modules/settings/records.ts'

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

export const designRecords = {
  certificateDesign: {
    ...staff,
    called: '证书版式',
    list: listing(siteRecord.extend({ kindNames: z.array(z.string()), isOwnTemplate: z.boolean() })).extend({
      /** Kinds of certificate that can be previewed. */
      kinds: z.array(option),
      /** Placeholders of the texts. */
      sayable: z.array(option),
      /** A Typst template to begin with. */
      starter: z.string(),
      /** A picture of the seal is there to be printed. */
      hasSeal: z.boolean(),
    }),
  },
} as const satisfies Record<string, RecordType>

export const certificateDesignContract = {
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
