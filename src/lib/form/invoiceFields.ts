import type { FormField } from './form.ts'

export const invoiceFields: FormField[] = [
  {
    name: 'number',
    label: '发票号码',
    section: '',
    kind: 'text',
    max: 20,
    required: true,
    hint: '数电发票为 20 位数字',
  },
  { name: 'issuedOn', label: '开票日期', section: '', kind: 'day', required: true },
]
