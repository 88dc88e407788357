import { defineForm } from '#lib/form/form.ts'
import { MAX_PER_DAY, MAX_PER_MINUTE } from './quota.ts'

export const keyForm = defineForm([
  {
    name: 'name',
    label: '使用单位',
    section: '',
    kind: 'text',
    required: true,
    max: 60,
    hint: '持证者在查验记录里看到的就是这个名称',
  },
  { name: 'contact', label: '联系人和联系方式', section: '', kind: 'text', required: true, max: 100 },
  {
    name: 'perMinute',
    label: '每分钟额度',
    section: '',
    kind: 'number',
    required: true,
    min: 1,
    max: MAX_PER_MINUTE,
    unit: '个编号',
  },
  {
    name: 'perDay',
    label: '每天额度',
    section: '',
    kind: 'number',
    required: true,
    min: 1,
    max: MAX_PER_DAY,
    unit: '个编号',
  },
  { name: 'expiresOn', label: '到期日期', section: '', kind: 'day', required: true },
])
