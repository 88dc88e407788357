import type { FormField } from '#lib/form/form.ts'

/** Code of a kind or level that the catalogue does not have; its name is copied from the paper. */
export const OTHER = 'other'

type Option = { code: string; name: string }

/** 旧证补录: what an old certificate says, and who is asked about it. */
export const legacyFields = (kinds: readonly Option[], levels: readonly Option[]): FormField[] => [
  {
    name: 'certNo',
    label: '证书编号',
    section: PAPER,
    kind: 'text',
    max: 40,
    required: true,
    hint: '照证书抄写，例如 行评(A)字第0123号',
  },
  {
    name: 'childId',
    label: '证书种类',
    section: PAPER,
    kind: 'choice',
    required: true,
    options: [...kinds, { code: OTHER, name: '目录中没有的旧种类' }],
  },
  { name: 'oldKind', label: '旧种类名称', section: PAPER, kind: 'text', max: 40, hint: '照证书抄写' },
  { name: 'levelId', label: '级别', section: PAPER, kind: 'choice', options: levels },
  { name: 'oldLevel', label: '旧级别名称', section: PAPER, kind: 'text', max: 20, hint: '证书没有级别的留空' },
  {
    name: 'scope',
    label: '范围',
    section: PAPER,
    kind: 'paragraph',
    max: 300,
    hint: '证书写明的允许范围，没有写的留空',
  },
  { name: 'issueDate', label: '发证日期', section: PAPER, kind: 'day', required: true },
  {
    name: 'validTo',
    label: '有效期至',
    section: PAPER,
    kind: 'day',
    hint: '证书没有写的留空，按该种类的有效年限计算',
  },
  {
    name: 'orgName',
    label: '单位名称',
    section: HOLDER,
    kind: 'organisationName',
    required: true,
    hint: '与证书一致；后来更名的，也照证书填写',
    autocomplete: 'organization',
  },
  {
    name: 'creditCode',
    label: '统一社会信用代码',
    section: HOLDER,
    kind: 'creditCode',
    required: true,
    hint: '18 位，印在营业执照或法人登记证书上',
  },
  { name: 'provinceCode', label: '所在省份', section: HOLDER, kind: 'province', required: true },
  {
    name: 'contactName',
    label: '联系人姓名',
    section: CONTACT,
    kind: 'personName',
    required: true,
    autocomplete: 'name',
  },
  {
    name: 'contactMobile',
    label: '联系人手机号',
    section: CONTACT,
    kind: 'mobile',
    required: true,
    personal: true,
    hint: '用于核实情况和告知结果，不公开',
    autocomplete: 'tel-national',
  },
  {
    name: 'agree',
    label: '真实性承诺',
    section: CONTACT,
    kind: 'agreement',
    required: true,
    hint: '所填内容与原证书一致，扫描件与原件相符',
  },
]

const PAPER = '证书'
const HOLDER = '持证单位'
export const CONTACT = '联系人'

export const MAX_SCANS = 5
