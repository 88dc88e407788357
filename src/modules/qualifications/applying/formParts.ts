import { type FormField, pickFields } from '#lib/form/form.ts'
import { textColumn } from '#lib/form/textField.ts'
import {
  askedContactFields,
  askedOrganisationFields,
  type OrganisationAsking,
  organisationShape,
} from '#modules/members/organisationForm.ts'

export const WISH = '申请事项'
const SCALE = '人员与规模'
const QUALITY = '质量管理'
export const PROMISE = '承诺'

const must = (field: FormField): FormField => ({ ...field, required: true })

export const promise: FormField = {
  name: 'agreeTruth',
  label: '真实性承诺',
  section: PROMISE,
  kind: 'agreement',
  required: true,
  hint: '所填内容与所交材料真实、准确，并承担相应责任',
}
export const reason: FormField = {
  name: 'reason',
  label: '申请理由',
  section: WISH,
  kind: 'paragraph',
  required: true,
  max: 500,
}

/** 单位: as its profile has it, what an assessment asks for in addition to it, and who is called about it. */
export function unit(asking: OrganisationAsking): FormField[] {
  const [asked, contacts] = [askedOrganisationFields(asking), askedContactFields(asking)]
  return [
    ...pickFields(asked, 'name', 'creditCode', 'nature', 'legalPerson', 'legalTitle'),
    ...pickFields(contacts, 'legalMobile'),
    ...pickFields(organisationShape, 'foundedOn', 'registeredCapital').map(field => ({
      ...must(field),
      section: '单位信息',
    })),
    ...pickFields(asked, 'provinceCode', 'city', 'address'),
    {
      name: 'officeAddress',
      label: '办公或生产地址',
      section: '地址',
      kind: 'text',
      required: true,
      max: 120,
      hint: '现场评审的地点',
    },
    ...pickFields(asked, 'postcode'),
    ...asked
      .filter(({ name }) => name === 'mainBusiness')
      .map(field => ({ ...field, label: '经营范围', hint: '与营业执照一致' })),
    ...pickFields(asked, 'website', 'fax', 'email'),
    ...pickFields(contacts, 'liaisonName', 'liaisonPosition', 'liaisonMobile', 'liaisonEmail'),
  ]
}

export const count = (name: string, label: string): FormField => ({
  name,
  label,
  section: SCALE,
  kind: 'number',
  unit: '人',
  required: true,
  max: 1_000_000,
})
export const scale: FormField[] = [
  count('staffTotal', '职工总数'),
  count('technicalTotal', '技术人员数'),
  count('seniorTotal', '高级职称人数'),
  count('middleTotal', '中级职称人数'),
  count('juniorTotal', '初级职称人数'),
  count('certifiedTotal', '持本会证书人数'),
  { name: 'workshopArea', label: '生产场地面积', section: SCALE, kind: 'number', unit: '㎡', max: 9_999_999 },
  { name: 'laboratoryArea', label: '试验室面积', section: SCALE, kind: 'number', unit: '㎡', max: 9_999_999 },
  { name: 'revenue', label: '上年度营业收入', section: SCALE, kind: 'number', unit: '万元', required: true },
]

export const quality: FormField[] = [
  { name: 'qualityManager', label: '质量负责人', section: QUALITY, kind: 'personName', required: true },
  { name: 'technicalManager', label: '技术负责人', section: QUALITY, kind: 'personName', required: true },
  { name: 'safetyManager', label: '安全负责人', section: QUALITY, kind: 'personName' },
  { name: 'qualityDocuments', label: '质量手册版本与发布日期', section: QUALITY, kind: 'text', max: 60 },
]

export const persons: FormField = {
  name: 'persons',
  label: '专业技术人员',
  section: '专业技术人员',
  kind: 'rows',
  max: 200,
  hint: '写明职称和持证情况；持本会证书的填证书编号',
  columns: [
    textColumn('name', '姓名', { kind: 'personName', required: true }),
    textColumn('idNumber', '身份证号码', { kind: 'residentId', required: true, personal: true }),
    textColumn('education', '学历', { max: 20 }),
    textColumn('major', '专业', { max: 30 }),
    textColumn('jobTitle', '职称', { required: true, max: 20, suggests: 'jobTitle' }),
    textColumn('position', '岗位', { max: 30, suggests: 'position' }),
    textColumn('certKind', '证书种类', { max: 30 }),
    textColumn('certNo', '证书编号'),
    textColumn('certExpire', '证书有效期至', { kind: 'day' }),
  ],
}
export const equipments: FormField = {
  name: 'equipments',
  label: '设备与仪器',
  section: '设备与仪器',
  kind: 'rows',
  max: 200,
  columns: [
    textColumn('name', '名称', { required: true }),
    textColumn('model', '型号规格', { required: true }),
    textColumn('quantity', '数量', { kind: 'number', required: true, min: 1, max: 9999 }),
    textColumn('maker', '制造单位'),
    textColumn('serial', '出厂编号'),
    textColumn('calibratedTo', '检定、校准有效期至', { kind: 'day' }),
  ],
}
export const performances: FormField = {
  name: 'performances',
  label: '业绩',
  section: '业绩',
  kind: 'rows',
  max: 200,
  hint: '近四年完成的项目，或正在服务的客户',
  columns: [
    textColumn('project', '项目', { required: true }),
    textColumn('client', '委托单位', { required: true }),
    textColumn('object', '设备及其参数', { max: 100, hint: '型号与主要参数' }),
    textColumn('method', '工作内容与方法', { max: 100 }),
    textColumn('startedOn', '开始日期', { kind: 'day' }),
    textColumn('endedOn', '完成日期', { kind: 'day', hint: '正在服务的留空' }),
    textColumn('result', '验收结果', { max: 100, hint: '如一次验收合格率、实测效率' }),
    textColumn('clientContact', '委托单位联系人', { max: 40 }),
  ],
}
