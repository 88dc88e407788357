import { dayOf } from '#lib/dates.ts'
import type { FormField, FormValues } from '#lib/form/form.ts'
import { residentSex } from '#lib/residentId.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import type { ImportColumn } from '#modules/imports/server/importKinds.ts'
import { type IdType, idNumberFault, idTypes, plainIdNumber } from '#modules/members/personForm.ts'
import { CONSENT_TEXT, examKindNames, stayNames } from '#modules/training/participantWords.ts'

const optionsOf = (names: Record<string, string>) => Object.entries(names).map(([code, name]) => ({ code, name }))

type Column = Pick<FormField, 'name' | 'label'> & Partial<ImportColumn>

const given: Column[] = [
  {
    name: 'courseId',
    label: '培训班编号',
    kind: 'number',
    required: true,
    example: '12',
    hint: '培训班列表中的编号',
    aliases: ['培训班', '班级编号'],
  },
  {
    name: 'organisationName',
    label: '单位名称',
    max: 60,
    example: '示例机电有限公司',
    hint: '与营业执照一致；个人参加的不填',
    aliases: ['报名单位', '工作单位'],
  },
  {
    name: 'creditCode',
    label: '统一社会信用代码',
    kind: 'creditCode',
    example: '91110105MA00000008',
    hint: '填写后关联到已登记的单位；不填则按单位名称关联',
    aliases: ['信用代码', '社会信用代码'],
  },
  { name: 'name', label: '姓名', kind: 'personName', required: true, example: '张晓明' },
  {
    name: 'sex',
    label: '性别',
    kind: 'choice',
    options: optionsOf({ male: '男', female: '女' }),
    example: '男',
    hint: '不填则按居民身份证号码判断',
  },
  {
    name: 'idType',
    label: '证件类型',
    kind: 'choice',
    options: idTypes,
    example: '居民身份证',
    hint: '不填则为居民身份证',
  },
  {
    name: 'idNumber',
    label: '证件号码',
    max: 30,
    required: true,
    personal: true,
    example: '110000199001011236',
    hint: '单元格须为“文本”格式',
    aliases: ['身份证号', '身份证号码', '公民身份号码'],
  },
  {
    name: 'mobile',
    label: '手机',
    kind: 'mobile',
    personal: true,
    example: '13900001234',
    aliases: ['手机号', '手机号码', '联系电话'],
  },
  {
    name: 'levelName',
    label: '申报级别',
    max: 20,
    example: '',
    aliases: ['级别'],
    hint: '由学员选择级别的培训班必填',
  },
  {
    name: 'examKind',
    label: '报考类别',
    kind: 'choice',
    options: optionsOf(examKindNames),
    example: '取证',
    hint: '不填则为取证',
  },
  { name: 'oldCertificate', label: '原证书编号', max: 40, example: '', hint: '换证的填写' },
  { name: 'education', label: '学历', max: 20, example: '本科' },
  { name: 'jobTitle', label: '职称', max: 20, example: '工程师', suggests: 'jobTitle' },
  { name: 'position', label: '职务', max: 20, example: '技术员', suggests: 'position' },
  { name: 'workYears', label: '从事年限', kind: 'number', max: 60, unit: '年', example: '6' },
  {
    name: 'stay',
    label: '住宿',
    kind: 'choice',
    options: optionsOf(stayNames),
    example: '不住宿',
    hint: '不填则为不住宿',
  },
  { name: 'roommate', label: '同住人', max: 20, example: '' },
  { name: 'diet', label: '饮食要求', max: 20, example: '' },
  {
    name: 'consent',
    label: '同意公示',
    kind: 'choice',
    options: optionsOf({ yes: '同意', no: '不同意' }),
    hint: `仅在本人同意时填“同意”：${CONSENT_TEXT}`,
    example: '同意',
  },
]

export const participantColumns: readonly ImportColumn[] = given.map(column => ({
  section: '',
  kind: 'text',
  example: '',
  ...column,
}))

export const numberOf = ({ idNumber }: FormValues) => (idNumber ? plainIdNumber(String(idNumber)) : '')
export const typeOf = ({ idType }: FormValues): IdType =>
  idTypes.find(({ code }) => code === idType)?.code ?? 'resident'

export function sexOf(values: FormValues): 'male' | 'female' | null {
  if (values.sex === 'male' || values.sex === 'female') return values.sex
  return typeOf(values) === 'resident' ? residentSex(numberOf(values)) : null
}

export function participantFaults({ now }: Pick<Ctx, 'now'>, values: FormValues): Record<string, string> {
  const fault = idNumberFault({ idType: typeOf(values), idNumber: values.idNumber! }, dayOf(now))
  if (fault) return { idNumber: fault }
  return sexOf(values) === sexOf({ ...values, sex: null }) || typeOf(values) !== 'resident'
    ? {}
    : { sex: '与身份证号码不符，请核对' }
}
